import type { FactType } from '@heartwood/contract/activity';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FamilyErrand } from '#features/family/scope.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Db, Tx } from '#platform/db/pool.ts';
import { activity, streams } from './tables.ts';

/** A fact as it is kept. `transaction` is the number of the transaction that did it. */
export type FactRow = {
  id: string;
  familyId: string;
  actorId: string | null;
  type: FactType;
  ids: Record<string, string>;
  transaction: string;
};

type NewFact = Pick<FactRow, 'familyId' | 'actorId' | 'type' | 'ids'> & { createdAt: Date };

/** The database tells each family once, at the end of the transaction. */
const told = sql`pg_notify('heartwood_activity', ${activity.familyId}::text)`;

/** Keeps a fact, and tells every process that the family has one when the transaction is committed. */
export async function insertFact(tx: Tx, fact: NewFact): Promise<void> {
  const insert = tx.insert(activity).values(fact).returning({ told });
  await insert.prepare('insert_fact').execute();
}

/** Keeps several facts, of any families. */
export async function insertFacts(tx: Tx, facts: readonly NewFact[]): Promise<void> {
  await tx
    .insert(activity)
    .values([...facts])
    .returning({ told });
}

/** Whether a fact of a family is kept already. */
export async function isKept(tx: Tx, { familyId }: FamilyErrand, { type, ids }: Pick<FactRow, 'type' | 'ids'>): Promise<boolean> {
  const same = and(eq(activity.familyId, familyId), eq(activity.type, type), eq(activity.ids, ids));
  return (await tx.select({ id: activity.id }).from(activity).where(same).limit(1)).length > 0;
}

/** Removes the facts of the time before. */
export async function deleteFactsBefore(db: Db, time: Date): Promise<void> {
  await db.delete(activity).where(lt(activity.createdAt, time));
}

// [Note: How many streams a session has]
// A session's streams may be at several processes, so each is a row. The row names the connection by which its process listens to the database;
// once that connection is gone, so is the stream, also where the process was killed. No signs of life are needed.

/** The connections there are, by the names that `Listener.backend` gives them. */
const backends = sql`(select pid || '/' || extract(epoch from backend_start) as name from pg_stat_activity)`;

/** Counts a stream as one of its session, unless it would be one too many. @param most streams of a session at all processes */
export function claimStream(
  db: Db,
  { id, sessionId, backend }: { id: string; sessionId: string; backend: string },
  most: number,
): Promise<'claimed' | 'too many' | 'no session'> {
  return db.transaction(async (tx) => {
    // One after the other: two that count at the same time would both find room.
    const held = await tx.execute(sql`select from sessions where id = ${sessionId} for no key update`);
    if (held.rowCount === 0) return 'no session';
    const made = await tx.execute(sql`
      insert into activity_streams (id, session_id, backend) select ${id}, ${sessionId}, ${backend}
      where (select count(*) from activity_streams where session_id = ${sessionId} and backend in ${backends}) < ${most}`);
    return made.rowCount === 0 ? 'too many' : 'claimed';
  });
}

/** Removes streams that have ended, from `ended` too once the database has answered. */
export async function releaseStreams(db: Db, ended: Set<string>): Promise<void> {
  const ids = [...ended];
  if (ids.length === 0) return;
  await db.delete(streams).where(isAmong(streams.id, ids));
  for (const id of ids) ended.delete(id);
}

/** Streams of a process that listens by another connection now. */
export async function moveStreams(db: Db, ids: string[], backend: string): Promise<void> {
  if (ids.length > 0) await db.update(streams).set({ backend }).where(isAmong(streams.id, ids));
}

/** Removes what processes have left that were killed. */
export async function deleteEndedStreams(db: Db): Promise<void> {
  await db.execute(sql`delete from activity_streams where backend not in ${backends}`);
}
