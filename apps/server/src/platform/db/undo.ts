import type { FactType } from '@heartwood/contract/activity';
import { undoDays } from '@heartwood/contract/limits';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { plus } from '#platform/clock.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { GateScope } from '#platform/http/serve.ts';
import { eachFamily } from '#platform/jobs/each-family.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Db, Queryable, Tx } from './pool.ts';

// [Note: Undoing a deletion]
// What can be undone keeps its row for some days, with who deleted it and when. The features decide who may delete it and who brings it back;
// what is older than `undoableSince` is shown to no user, and a job of the feature removes it for good.

// [Note: Who counts as who deleted it]
// Two may delete the same at the same moment. What its author takes back, no other user brings back: so where its author is one of the two, they
// count as who deleted it, whoever was first; of two others the first one does. Deletion and undoing therefore lock the row and look at it again.

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
const isDeletable = ({ deletedAt, deletedBy }: Deletion, authorId: string, userId: string): boolean =>
  deletedAt === null || (userId === authorId && deletedBy !== userId);

/** What undoes a deletion. */
const notDeleted: Deletion = { deletedAt: null, deletedBy: null };

/** The earliest time of a deletion that can still be undone. */
export const undoableSince = (now: Date): Date => plus(now, { days: -undoDays });

/** When something that was deleted goes for good. */
export const goneAt = (deletedAt: Date): Date => plus(deletedAt, { days: undoDays });

/** A deleted row as it is listed. Timestamps are text with an offset. */
export interface DeletedRow {
  id: string;
  deleted_at: string;
  deleted_by: string | null;
}

/** Which deleted rows are listed: deleted since the earliest time that can be undone, behind the row of this time and id. */
export interface DeletedPage {
  since: Date;
  after: { at: string; id: string } | undefined;
  limit: number;
}

/** Ends a statement that lists a page of deleted rows: the latest deletion first. @param of the alias of their table */
export const latestDeletedFirst = (of: SQL, { after, limit }: DeletedPage): SQL => sql`
  ${after ? sql`and (${of}.deleted_at, ${of}.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
  order by ${of}.deleted_at desc, ${of}.id desc limit ${limit}`;

/** How a feature finds and changes its rows that can be brought back. `Type` is what is told of them. */
export interface Undoable<Row extends Deletion, Change, Type extends FactType> {
  /** The row, deleted or not, which no other transaction changes until this one ends. */
  lock(tx: Tx, scope: GateScope, id: string): Promise<Row | undefined>;
  /** The row, where it was deleted since a time and one may bring it back. */
  findDeleted(db: Queryable, scope: GateScope, id: string, since: Date): Promise<Row | undefined>;
  /** Changes a row that is locked, and records a fact of this type. */
  write(platform: Platform, tx: Tx, scope: GateScope, row: Row, change: Change | Deletion, type: Type): Promise<void>;
}

/**
 * Locks a row and changes it as it is then.
 * @param decide what changes; undefined where it is that way already
 * @throws Refused not_found where it has been deleted meanwhile
 */
export async function lockAndChange<Row extends Deletion, Change, Type extends FactType>(
  platform: Platform,
  scope: GateScope,
  { lock, write }: Undoable<Row, Change, Type>,
  { id }: { id: string },
  type: Type,
  decide: (row: Row) => Change | Deletion | undefined,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const row = await lock(tx, scope, id);
    if (!row || row.deletedAt) throw refuse.notFound();
    const change = decide(row);
    if (change) await write(platform, tx, scope, row, change, type);
  });
}

/**
 * Locks a row and deletes it. See [Note: Who counts as who deleted it].
 * @param authorId who wrote it
 * @throws Refused not_found where it has been deleted meanwhile
 */
export async function lockAndDelete<Row extends Deletion, Type extends FactType>(
  platform: Platform,
  scope: GateScope,
  { lock, write }: Undoable<Row, unknown, Type>,
  { id, authorId }: { id: string; authorId: string },
  type: Type,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const row = await lock(tx, scope, id);
    if (!row || !isDeletable(row, authorId, scope.userId)) throw refuse.notFound();
    await write(platform, tx, scope, row, deletedNow(platform.clock, scope.userId), type);
  });
}

/**
 * Locks a row that {@link restorableBy} has found, and brings it back. One that is still there, or is there again, stays as it is.
 * @throws Refused not_found where one may bring it back no longer
 */
export async function lockAndRestore<Row extends Deletion, Type extends FactType>(
  platform: Platform,
  scope: GateScope,
  { lock, findDeleted, write }: Undoable<Row, unknown, Type>,
  { id, deletedAt }: { id: string } & Deletion,
  type: Type,
): Promise<void> {
  if (!deletedAt) return;
  await platform.db.transaction(async (tx) => {
    const row = await lock(tx, scope, id);
    if (row && !row.deletedAt) return;
    if (!row || !(await findDeleted(tx, scope, id, undoableSince(platform.clock.now())))) throw refuse.notFound();
    await write(platform, tx, scope, row, notDeleted, type);
  });
}

/**
 * Finds a row that one may bring back, or that is still there.
 * @param visible the row, where it is still there and one may see it. @throws Refused not_found
 */
export const restorableBy =
  <Row extends Deletion>(
    { findDeleted }: Pick<Undoable<Row, unknown, FactType>, 'findDeleted'>,
    visible: (platform: Platform, scope: GateScope, id: string) => Promise<Row>,
  ) =>
  async (platform: Platform, scope: GateScope, id: string): Promise<Row> =>
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
  const works = (await families(platform.db, before)).map((familyId) => ({ familyId }));
  await eachFamily(platform, works, 'what was deleted could not be removed', ({ familyId }) => {
    const errand = actForFamily(familyId, 'what was deleted can no longer be brought back');
    return platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await remove(tx, errand, before)));
  });
}
