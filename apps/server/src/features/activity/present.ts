import type { EventMessage } from '#platform/http/event-stream.ts';
import type { FactRow } from './store.ts';

/** A fact as it is told: its type and ids, never content. @param id where a reader goes on after it */
export const presentFact = ({ type, ids }: FactRow, id: string): EventMessage => ({ id, event: type, data: ids });
