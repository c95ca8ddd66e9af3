import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { createAttempts } from './attempts.ts';
import type { Bound, Usage } from './attempts.ts';
import { refuse } from './refusal.ts';

/** At most `points` in any `seconds`, counted per key. Counts are in the database, so they survive a restart and hold for all processes. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
}

/** One point of a limit, of the user, address or thing that `key` names. */
export type Charge = readonly [rule: LimitRule, key: string];

/** Counts what may be done only so often. */
export interface Limits {
  /**
   * Takes one point.
   * @throws Refused rate_limited, with the seconds to wait
   */
  take(rule: LimitRule, key: string): Promise<void>;
  /**
   * Takes one point of every charge, or of none.
   * @param tx a transaction that gives the points back where it fails. Its caller holds all else before: whoever wants the same points waits for its end
   * @throws Refused rate_limited, with the seconds to wait
   */
  takeAll(charges: readonly Charge[], tx?: Tx): Promise<void>;
  /** Takes one point if there is one left. @param tx as of `takeAll` */
  tryTake(rule: LimitRule, key: string, tx?: Tx): Promise<boolean>;
  /**
   * Runs an attempt of which only a failure counts, against every charge. At most as many attempts run at once as may still fail; further ones
   * wait, and are refused once the points are used up.
   * @param work answers undefined for a failure; when it throws, nothing is counted
   * @throws Refused rate_limited when a charge has no point left; that takes none of any
   */
  attempt<T>(charges: readonly Charge[], work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Deletes rows that no limit counts any more. */
  forget(): Promise<void>;
}

/** Parts of IPv6 addresses that one subscriber may control (RFC 6177), in bits, and how often a limit of one address fits into each. */
const subscribers = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
] as const;

/**
 * A limit per address, as charges: of an IPv4 address; of an IPv6 address's /64, and more generous ones of its /56 and /48.
 * @param ip as Fastify gives it
 * @param about what else the limit is per
 */
export function chargesFrom(rule: LimitRule, ip: string, about = ''): Charge[] {
  const networks = subscribers.map(({ bits, share }) => [{ ...rule, points: rule.points * share }, networkOf(ip, bits)] as const);
  return networks
    .filter(([, network], at) => at === 0 || network !== networks[0]![1])
    .map(([part, network]) => [part, `${about}${network}`]);
}

/**
 * The network of an address, for counting: an IPv4 address, or the first bits of an IPv6 address.
 * @param ip as Fastify gives it
 */
export function networkOf(ip: string, bits: 64 | 56 | 48): string {
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const all = tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const parts = all.slice(0, 4).map((part) => Number.parseInt(part, 16));
  const last = bits === 64 ? parts[3]! : bits === 56 ? parts[3]! & 0xff00 : 0;
  return `${[...parts.slice(0, 3), last].map((part) => part.toString(16)).join(':')}::/${bits}`;
}

// [Note: How limits count]
// A row holds the times at which its key was counted, at most as many as the limit has points, so that a limit is exact in any span of its
// length and not only between two ticks. The times are the application's clock's; one that lies further ahead than the limit is long is of a
// clock that was wrong, and counts no more, or a day in the wrong year would keep people out for that year. Keys are hashed: an e-mail address has no business here.
// All charges of one failure are taken by one statement or not at all. Two that meet on the same rows can each see room for themselves; the
// database then lets one of them have only some of the rows, and gives those back.

/** Counts all charges, or none where one has no point left. @returns the keys that were counted */
async function chargeAll(db: Queryable, bounds: readonly Span[], now: number): Promise<string[]> {
  const at = sql`${now}::bigint`;
  const column = (name: 'key' | 'points' | 'span') => sql.param(bounds.map((bound) => bound[name]));
  const { rows } = await db.execute<{ key: string }>(sql`
    with asked as (select * from unnest(${column('key')}::text[], ${column('points')}::int[], ${column('span')}::bigint[]) as a (key, points, span)),
      known as (
        select asked.*, array(select hit from unnest(rate_limits.hits) as hit where abs(hit - ${at}) < span order by hit) as live
        from asked left join rate_limits using (key)
      )
    insert into rate_limits as counted (key, hits, expires_at)
    select key, live || ${at}, to_timestamp((${at} + span) / 1000.0) from known
    where (select bool_and(cardinality(live) < points) from known) order by key
    on conflict (key) do update set
      hits = array(select hit from unnest(counted.hits) as hit where abs(hit - ${at}) < (select span from asked where key = counted.key) order by hit) || ${at},
      expires_at = excluded.expires_at
    where (select count(*) from unnest(counted.hits) as hit, asked where asked.key = counted.key and abs(hit - ${at}) < span) < (select points from asked where key = counted.key)
    returning key`);
  return rows.map(({ key }) => key);
}

/** Gives back what was counted of keys at a time. */
async function returnOne(db: Queryable, keys: readonly string[], now: number): Promise<void> {
  const at = sql`${now}::bigint`;
  await db.execute(sql`
    with held as (select key from rate_limits where key = any(${sql.param(keys)}::text[]) order by key for update)
    update rate_limits set hits = hits[:array_position(hits, ${at}) - 1] || hits[array_position(hits, ${at}) + 1:]
    from held where rate_limits.key = held.key and array_position(hits, ${at}) is not null`);
}

/** When keys were counted. */
const hitsOf = (db: Queryable, bounds: readonly Span[]): Promise<{ key: string; hits: string[] }[]> =>
  readRows(db, sql`select key, hits from rate_limits where key = any(${sql.param(bounds.map(({ key }) => key))}::text[])`);

/** Limits on PostgreSQL; with `enabled` false nothing is ever limited (load tests). */
export function createLimits(db: Db, clock: Clock, enabled: boolean): Limits {
  const attempts = createAttempts();

  const now = () => clock.now().getTime();

  /** Reads how many points each key has used. */
  const look = async (bounds: readonly Span[], at: number, within: Queryable = db): Promise<Usage[]> => {
    const rows = await hitsOf(within, bounds);
    const hits = new Map(rows.map((row) => [row.key, row.hits]));
    return bounds.map(({ key, points, span }) => {
      const live = (hits.get(key) ?? []).map(Number).filter((hit) => Math.abs(hit - at) < span);
      return { used: live.length, wait: (live.toSorted((a, b) => a - b).at(-points) ?? at) + span - at };
    });
  };

  /** Takes a point of every key, or of none. @returns the milliseconds to wait where one has none left */
  const charge = async (bounds: readonly Span[], at: number, within: Queryable = db): Promise<number | undefined> => {
    const taken = await chargeAll(within, bounds, at);
    if (taken.length === bounds.length) return undefined;
    if (taken.length > 0) await returnOne(within, taken, at);
    const usage = await look(bounds, at, within);
    const full = usage.filter(({ used }, index) => used >= bounds[index]!.points);
    return full.length > 0 ? Math.max(...full.map(({ wait }) => wait)) : charge(bounds, at, within);
  };

  const chargeOrRefuse = async (bounds: readonly Span[], tx?: Tx): Promise<void> => {
    const wait = await charge(bounds, now(), tx);
    if (wait !== undefined) throw refuse.limited(wait / 1_000);
  };

  return {
    async take(rule, key) {
      if (enabled) await chargeOrRefuse([spanOf([rule, key])]);
    },
    async takeAll(charges, tx) {
      if (enabled) await chargeOrRefuse(charges.map(spanOf), tx);
    },
    async tryTake(rule, key, tx) {
      return !enabled || (await charge([spanOf([rule, key])], now(), tx)) === undefined;
    },
    attempt(charges, work) {
      if (!enabled) return work();
      const bounds = charges.map(spanOf);
      return attempts.run(
        bounds,
        () => look(bounds, now()),
        work,
        () => chargeOrRefuse(bounds),
      );
    },
    async forget() {
      await db.execute(sql`delete from rate_limits where expires_at <= ${clock.now()}`);
    },
  };
}

/** A charge as it is counted: hashed, its span in milliseconds. */
interface Span extends Bound {
  span: number;
}

const spanOf = ([rule, key]: Charge): Span => ({
  key: `${rule.name}:${createHash('sha256').update(key).digest('base64url')}`,
  points: rule.points,
  span: rule.seconds * 1_000,
});
