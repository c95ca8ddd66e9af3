import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Holds rows while two calls begin, the second one when the first waits, and lets go of the rows when both do.
 * @param held the statement that holds them
 * @returns what the calls come to
 */
export async function oneAfterTheOther<First, Second>(
  { platform }: TestApp,
  held: { text: string; values: unknown[] },
  first: () => Promise<First>,
  second: () => Promise<Second>,
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
    await other.query('commit');
    return await both;
  } finally {
    await other.end();
  }
}
