import { undoDays } from '@heartwood/contract/limits';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Clock } from '#platform/clock.ts';

// [Note: Undoing a deletion]
// What can be undone keeps its row for some days, with who deleted it and when. The features decide who may delete it and who brings it back;
// what is older than `undoableSince` is shown to no user, and a job of the feature removes it for good.

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

/** What undoes a deletion. */
export const notDeleted: Deletion = { deletedAt: null, deletedBy: null };

/** The earliest time of a deletion that can still be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoDays * day);

/** When something that was deleted goes for good. */
export const goneAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + undoDays * day);
