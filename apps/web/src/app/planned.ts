import type { PlainKey } from '@heartwood/messages/translate';
import type { DrawingName } from '#ui/drawings.tsx';

/** What a place will hold that is not built yet, said plainly, with a next step. */
export interface Planned {
  title: PlainKey;
  sentence: PlainKey;
  drawing: DrawingName;
  next: { to: '/dashboard'; label: PlainKey };
}

const home = { to: '/dashboard', label: 'app.planned.home' } as const;

export const planned = {
  notifications: { title: 'app.planned.notifications.title', sentence: 'app.planned.notifications.text', drawing: 'voices', next: home },
} satisfies Record<string, Planned>;

/** Name of a place that is not built yet. */
export type PlannedPlace = keyof typeof planned;
