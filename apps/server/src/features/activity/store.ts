import type { FactType } from '@heartwood/contract/activity';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
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

/** Facts, and what the database knew when it was asked: every transaction below `horizon` has ended, none from `next` on has begun. */
export interface Found {
  horizon: string;
  next: string;
  facts: FactRow[];
}

// [Note: What has been missed]
// The number of a row says when a transaction took it, not when the transaction ended: of two that run at the same time, the one with the lower
// number may become visible later, and who has read the higher one must not begin behind it. So a reader does not remember a row but a
// horizon: the lowest transaction that was still running when the rows were read. All below it had ended and their facts were there to be
// read; the next read asks for everything from the horizon on and leaves out what has been told already.

const known = sql`(select pg_snapshot_xmin(pg_current_snapshot()) as horizon, pg_snapshot_xmax(pg_current_snapshot()) as next) known`;

async function find(db: Db, condition: SQL, limit: number | null): Promise<Found> {
  const { rows } = await db.execute<{ horizon: string; next: string } & { [Name in keyof FactRow]: FactRow[Name] | null }>(sql`
    select known.horizon::text, known.next::text, fact.id::text, fact.family_id as "familyId", fact.actor_id as "actorId", fact.type, fact.ids,
      fact.transaction::text
    from ${known} left join lateral (select * from activity where ${condition} order by id limit ${limit}) fact on true order by fact.id`);
  const [first] = rows;
  const facts = rows.filter((row) => row.id !== null) as unknown as FactRow[];
  return { horizon: first?.horizon ?? '0', next: first?.next ?? '0', facts };
}

/** The facts of some families in transactions from a horizon on; without one none. Says nothing about who may hear of them. */
export const newFacts = (db: Db, horizon: string | undefined, familyIds: string[]): Promise<Found> =>
  find(
    db,
    horizon === undefined ? sql`false` : sql`transaction >= ${horizon}::text::xid8 and family_id = any(${sql.param(familyIds)}::uuid[])`,
    null,
  );

/** A family's facts from a horizon on, but one. */
export const missedFacts = (db: Db, scope: FamilyScope, since: { horizon: string; factId: string }, limit: number): Promise<Found> =>
  find(db, sql`family_id = ${scope.familyId} and transaction >= ${since.horizon}::text::xid8 and id <> ${since.factId}::bigint`, limit);

/** A family's facts since a moment. */
export const recentFacts = (db: Db, scope: FamilyScope, since: Date, limit: number): Promise<Found> =>
  find(db, sql`family_id = ${scope.familyId} and created_at >= ${since.toISOString()}::timestamptz`, limit);

/** Removes the facts of the time before. */
export async function deleteFactsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(activity).where(lt(activity.createdAt, moment));
}

// [Note: How many streams a session has]
// A session's streams may be at several processes, so each is a row. The row names the connection by which its process listens to the database;
// once that connection is gone, so is the stream, also where the process was killed. Nobody has to give signs of life for it.

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

/** A stream has ended. */
export async function releaseStream(db: Db, id: string): Promise<void> {
  await db.delete(streams).where(eq(streams.id, id));
}

/** Streams of a process that listens by another connection now. */
export async function moveStreams(db: Db, ids: string[], backend: string): Promise<void> {
  if (ids.length > 0) await db.update(streams).set({ backend }).where(inArray(streams.id, ids));
}

/** Removes what processes have left that were killed. */
export async function deleteEndedStreams(db: Db): Promise<void> {
  await db.execute(sql`delete from activity_streams where backend not in ${backends}`);
}
