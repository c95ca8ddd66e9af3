import type { FamilyScope } from '#features/family/scope.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { maySee } from './rules.ts';
import * as store from './store.ts';

/** Whether a medium is the spoken message of an invitation one sees, or came in by: asked when media are served. */
export async function mayHearMessage(platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const rows = await store.invitationsSpeaking(platform.db, scope, mediumId);
  return rows.some((row) => maySee(scope, row) || row.acceptedBy === scope.userId);
}

/** What a user has written, in any family, that waits until their address is confirmed. @returns for each the name it is written to, or the address */
export async function waitingFor(db: Queryable, userId: string): Promise<{ id: string; name: string }[]> {
  return (await store.waitingOf(db, userId)).map(({ id, name, email }) => ({ id, name: name ?? email }));
}

/** Who of some members may hear of an invitation. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: { fact: { ids: { invitation_id: string } } },
): Promise<FamilyScope[]> {
  const [row] = listeners[0] ? await store.invitationsOf(db, listeners[0], { id: fact.ids.invitation_id }) : [];
  return row ? listeners.filter((listener) => maySee(listener, row)) : [];
}
