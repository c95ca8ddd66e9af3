import { undoDays } from '@heartwood/contract/limits';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Clock } from '#platform/clock.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Db, Tx } from './pool.ts';

// [Note: Undoing a deletion]
// What can be undone keeps its row for some days, with who deleted it and when. The features decide who may delete it and who brings it back;
// what is older than `undoableSince` is shown to no user, and a job of the feature removes it for good.

// [Note: Who counts as who deleted it]
// Two may delete the same at the same moment. What its author takes back, no other user brings back: so where its author is one of the two, they
// count as who deleted it, whoever was first; of two others the first one does. Deletion and undoing therefore lock the row and look at it again.

const day = 86_400_000;

/** Whether, when and by whom a row is deleted. */
export interface Deletion {
  deletedAt: Date | null;
  deletedBy: string | null;
}

/** The columns of a table whose rows can be brought back. */
export const undoColumns = () => ({
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'date' }),
  deletedBy: uuid('deleted_by'),
});

/** A deletion by a user, now. */
export const deletedNow = (clock: Clock, userId: string): Deletion => ({ deletedAt: clock.now(), deletedBy: userId });

/** Whether a deletion by a user changes a row that is locked. See [Note: Who counts as who deleted it]. @param authorId who wrote it */
export const isDeletable = ({ deletedAt, deletedBy }: Deletion, authorId: string, userId: string): boolean =>
  deletedAt === null || (userId === authorId && deletedBy !== userId);

/** What undoes a deletion. */
export const notDeleted: Deletion = { deletedAt: null, deletedBy: null };

/** The earliest time of a deletion that can still be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoDays * day);

/** When something that was deleted goes for good. */
export const goneAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + undoDays * day);

/**
 * Finds a row that can be brought back, or is still there.
 * @param findDeleted the row, where it was deleted since a time and one may bring it back
 * @param visible the row, where it is still there and one may see it. @throws Refused not_found
 */
export const restorableBy =
  <Scope, Row>(
    findDeleted: (db: Db, scope: Scope, id: string, since: Date) => Promise<Row | undefined>,
    visible: (platform: Platform, scope: Scope, id: string) => Promise<Row>,
  ) =>
  async (platform: Platform, scope: Scope, id: string): Promise<Row> =>
    (await findDeleted(platform.db, scope, id, undoableSince(platform.clock.now()))) ?? visible(platform, scope, id);

/** How a feature removes for good what can no longer be brought back. */
interface Purge<Errand> {
  /** Families with rows that were deleted before a time. */
  families(db: Db, before: Date): Promise<string[]>;
  actForFamily(familyId: string, reason: string): Errand;
  /** Removes those rows of a family. @returns the media that they held */
  remove(tx: Tx, errand: Errand, before: Date): Promise<string[]>;
  removeMedia(platform: Platform, tx: Tx, errand: Errand, ids: string[]): Promise<void>;
}

/** The job that purges the rows of a feature. */
export const purgeJob = (feature: string): JobKind<object> => ({ name: `${feature}-purge`, concurrency: 1, timeout: 600, retries: 3 });

/** Removes for good, with its media, what was deleted so long ago that it cannot be brought back: a transaction for each family. */
export async function purge<Errand>(platform: Platform, { families, actForFamily, remove, removeMedia }: Purge<Errand>): Promise<void> {
  const before = undoableSince(platform.clock.now());
  for (const familyId of await families(platform.db, before)) {
    const errand = actForFamily(familyId, 'what was deleted can no longer be brought back');
    await platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await remove(tx, errand, before)));
  }
}
