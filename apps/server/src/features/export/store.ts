import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/db/among.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { exportHolds, exports } from './tables.ts';
import type { ExportRow } from './tables.ts';

// An export is of a user, not of a family: every function takes the user or the export's id, which is not shown.

const unfinished = inArray(exports.state, ['queued', 'running']);

/** Notes down a new export. @returns false where one is under way already */
export async function insertExport(db: Queryable, row: Pick<ExportRow, 'id' | 'userId' | 'createdAt'>): Promise<boolean> {
  const made = await db
    .insert(exports)
    .values({ ...row, state: 'queued', progress: 0, attempt: 0 })
    .onConflictDoNothing()
    .returning({ id: exports.id });
  return made.length > 0;
}

/** The user an archive is for. */
export async function userOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.select({ userId: exports.userId }).from(exports).where(eq(exports.id, id)))[0]?.userId;
}

/** A user's newest export. */
export async function newestOf(db: Db, userId: string): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(exports)
    .where(eq(exports.userId, userId))
    .orderBy(desc(exports.createdAt), desc(exports.id))
    .limit(1);
  return row;
}

/** The id of a user's export that is queued or worked on. */
export async function underWay(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: exports.id })
    .from(exports)
    .where(and(eq(exports.userId, userId), unfinished));
  return row?.id;
}

/** Takes an export on, unless a live process works on it. @param deadSince a process without a sign of life since is dead */
export async function takeOn(db: Db, id: string, now: Date, deadSince: Date): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(exports)
    .set({ state: 'running', progress: 0, attempt: sql`${exports.attempt} + 1`, aliveAt: now })
    .where(and(eq(exports.id, id), unfinished, or(isNull(exports.aliveAt), lt(exports.aliveAt, deadSince))))
    .returning();
  return row;
}

/** Changes an export that is being worked on. @returns false where another try has taken over, or it is gone */
export async function updateRunning(
  db: Queryable,
  { id, attempt }: Pick<ExportRow, 'id' | 'attempt'>,
  change: Partial<ExportRow>,
): Promise<boolean> {
  const changed = await db
    .update(exports)
    .set(change)
    .where(and(eq(exports.id, id), eq(exports.attempt, attempt), eq(exports.state, 'running')))
    .returning({ id: exports.id });
  return changed.length > 0;
}

/** Deletes a user's exports, all or all but one. @returns their ids */
export async function deleteOf(db: Queryable, userId: string, but?: string): Promise<string[]> {
  const gone = await db
    .delete(exports)
    .where(and(eq(exports.userId, userId), but ? ne(exports.id, but) : undefined))
    .returning({ id: exports.id });
  return gone.map((row) => row.id);
}

/** Deletes exports that were finished at a time or before. @returns their ids */
export async function deleteFinished(db: Queryable, before: Date): Promise<string[]> {
  const gone = await db.delete(exports).where(lte(exports.finishedAt, before)).returning({ id: exports.id });
  return gone.map((row) => row.id);
}

/** Exports that no process has worked on since a time, and that should be. */
export async function abandoned(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .select({ id: exports.id })
    .from(exports)
    .where(and(unfinished, lt(exports.createdAt, since), or(isNull(exports.aliveAt), lt(exports.aliveAt, since))));
  return rows.map((row) => row.id);
}

/** Posts of others in an archive, by family. */
export type Holds = ReadonlyMap<string, readonly string[]>;

/** Notes down what an archive holds of others. */
export async function insertHolds(tx: Tx, exportId: string, holds: Holds): Promise<void> {
  const rows = [...holds].map(([familyId, postIds]) => ({ exportId, familyId, postIds: [...postIds] }));
  if (rows.length > 0) await tx.insert(exportHolds).values(rows);
}

/** What an archive holds of others. */
export async function holdsOf(db: Db, exportId: string): Promise<Holds> {
  const rows = await db.select().from(exportHolds).where(eq(exportHolds.exportId, exportId));
  return new Map(rows.map(({ familyId, postIds }) => [familyId, postIds]));
}

const ready = eq(exports.state, 'ready');

/** Takes finished archives back, with words. @returns those that were there */
export async function takeBack(db: Queryable, which: { id: string } | { userIds: readonly string[] }): Promise<string[]> {
  const these = 'id' in which ? eq(exports.id, which.id) : isAmong(exports.userId, which.userIds);
  const rows = await db
    .update(exports)
    .set({ state: 'failed', reason: 'taken-back', size: null })
    .where(and(these, ready))
    .returning({ id: exports.id });
  return rows.map((row) => row.id);
}

/** Lets exports under way begin anew: the process that works on one cannot publish it any more. @returns their ids */
export async function beginAnew(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  const these = and(isAmong(exports.userId, userIds), eq(exports.state, 'running'));
  const rows = await db.update(exports).set({ state: 'queued', progress: 0, aliveAt: null }).where(these).returning({ id: exports.id });
  return rows.map((row) => row.id);
}

/** Finished archives, in the order of their ids. @param after goes on behind this one */
export const readyOnes = (db: Db, after: string | undefined, limit: number): Promise<{ id: string; userId: string }[]> =>
  db
    .select({ id: exports.id, userId: exports.userId })
    .from(exports)
    .where(and(ready, after ? gt(exports.id, after) : undefined))
    .orderBy(asc(exports.id))
    .limit(limit);

/** Which of some ids have a row. */
export async function existing(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: exports.id }).from(exports).where(isAmong(exports.id, ids));
  return new Set(rows.map((row) => row.id));
}
