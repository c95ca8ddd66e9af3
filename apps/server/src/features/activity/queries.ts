import { eventStream } from '@heartwood/contract/activity';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { Refused } from '#platform/http/refusal.ts';
import type { Gates } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import { isTooOld, placeOf } from './rules.ts';
import type { Place } from './rules.ts';
import type { FactRow } from './store.ts';

/** Facts, and what the database knew when it was asked: every transaction below `horizon` has ended, none from `next` on has begun. */
interface Found {
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
  const rows = await readRows<{ horizon: string; next: string } & { [Name in keyof FactRow]: FactRow[Name] | null }>(
    db,
    sql`
    select known.horizon::text, known.next::text, fact.id::text, fact.family_id as "familyId", fact.actor_id as "actorId", fact.type, fact.ids,
      fact.transaction::text
    from ${known} left join lateral (select * from activity where ${condition} order by id limit ${limit}) fact on true order by fact.id`,
  );
  const [first] = rows;
  const facts = rows.filter((row) => row.id !== null) as unknown as FactRow[];
  return { horizon: first?.horizon ?? '0', next: first?.next ?? '0', facts };
}

/** The facts of some families in transactions from a horizon on; without one, from that of now. Says nothing about who may hear of them. */
export const newFacts = (db: Db, horizon: string | undefined, familyIds: string[]): Promise<Found> =>
  find(
    db,
    sql`transaction >= ${horizon === undefined ? sql`known.horizon` : sql`${horizon}::text::xid8`} and family_id = any(${sql.param(familyIds)}::uuid[])`,
    null,
  );

/** A family's facts from a horizon on, but one. */
const missedFacts = (db: Db, scope: FamilyScope, since: { horizon: string; factId: string }, limit: number): Promise<Found> =>
  find(db, sql`family_id = ${scope.familyId} and transaction >= ${since.horizon}::text::xid8 and id <> ${since.factId}::bigint`, limit);

/** A family's facts since a time. */
const recentFacts = (db: Db, scope: FamilyScope, since: Date, limit: number): Promise<Found> =>
  find(db, sql`family_id = ${scope.familyId} and created_at >= ${since.toISOString()}::timestamptz`, limit);

/** Whether a session of a member is still there. */
export const hasSession = async (db: Db, { userId }: FamilyScope, sessionId: string): Promise<boolean> =>
  (await readRows<{ id: string }>(db, sql`select id from sessions where id = ${sessionId} and user_id = ${userId}`)).length > 0;

/** Whether something covers the family of a member. */
export const isCovered = (gates: Pick<Gates, 'assertCovered'>, scope: FamilyScope): Promise<boolean> =>
  gates.assertCovered(scope).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );

/** Where a stream goes on, as its request says. */
interface Since {
  scope: FamilyScope;
  lastEventId: string | undefined;
  recent: number | undefined;
}

/** What a user has missed; undefined where that cannot be told. */
export async function missedBy(platform: Platform, { scope, lastEventId, recent }: Since): Promise<Found | undefined> {
  const { db, clock, cursors } = platform;
  const limit = eventStream.mostMissed + 1;
  if (lastEventId === undefined) {
    if (!recent) return { horizon: '0', next: '0', facts: [] };
    const found = await recentFacts(db, scope, plus(clock.now(), { seconds: -recent }), limit);
    return found.facts.length < limit ? found : undefined;
  }
  const place = placeIn(() => cursors.open('events', scope.familyId, lastEventId));
  if (!place || isTooOld(place, clock.now())) return undefined;
  const found = await missedFacts(db, scope, place, limit);
  // A place that this database has not reached is one from before it was restored.
  if (BigInt(place.horizon) > BigInt(found.next)) return undefined;
  return found.facts.length < limit ? { ...found, horizon: place.horizon } : undefined;
}

/** The place that was sealed; undefined for one that is forged, or of another family. */
function placeIn(open: () => string[] | undefined): Place | undefined {
  try {
    return placeOf(open() ?? []);
  } catch {
    return undefined;
  }
}
