import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Holds rows while two calls begin, the second one when the first waits, and lets go of the rows when both do.
 * @param held the statement that holds them
 * @param meanwhile looks at something while both calls wait
 * @returns what the calls come to
 */
export async function oneAfterTheOther<First, Second>(
  { platform }: TestApp,
  held: { text: string; values: unknown[] },
  first: () => Promise<First>,
  second: () => Promise<Second>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<[First, Second]> {
  const pool = platform.db.$client;
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const untilWaiting = (count: number) =>
    vi.waitUntil(async () => (await pool.query(waiting)).rows.length >= count, { timeout: 3_500, interval: 10 });
  const other = new pg.Client(pool.options.connectionString);
  await other.connect();
  try {
    await other.query('begin');
    await other.query(held);
    const begun = first();
    await untilWaiting(1);
    const both = Promise.all([begun, second()]);
    await untilWaiting(2);
    await meanwhile();
    await other.query('commit');
    return await both;
  } finally {
    await other.end();
  }
}

/**
 * Changes rows in a transaction that is kept once a call waits for it, or has been answered without.
 * @param change the statement that changes them
 * @returns what the call comes to
 */
export async function whileChanging<Answer>(
  { platform }: TestApp,
  change: { text: string; values: unknown[] },
  asked: () => Promise<Answer>,
): Promise<Answer> {
  const pool = platform.db.$client;
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const other = new pg.Client(pool.options.connectionString);
  await other.connect();
  try {
    await other.query('begin');
    await other.query(change);
    const answer = asked();
    const isAnswered = answer.then(() => true);
    const soon = () => new Promise<false>((resolve) => setTimeout(resolve, 5, false));
    const isOver = async () => (await pool.query(waiting)).rows.length > 0 || (await Promise.race([isAnswered, soon()]));
    await vi.waitUntil(isOver, { timeout: 10_000, interval: 5 });
    await other.query('commit');
    return await answer;
  } finally {
    await other.end();
  }
}

/** Leaves the app one connection to the database while something is done: what waits for a second one is refused. */
export async function onOneConnection<Result>({ platform }: TestApp, work: () => Promise<Result>): Promise<Result> {
  const pool = platform.db.$client;
  const taken: pg.PoolClient[] = [];
  try {
    while (taken.length < pool.options.max - 1) taken.push(await pool.connect());
    return await work();
  } finally {
    for (const client of taken) client.release();
  }
}
