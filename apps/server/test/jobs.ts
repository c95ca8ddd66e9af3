import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits until everything is done that was handed over to be done after an answer; what is planned for later does not count. */
export async function jobsDone({ platform }: TestApp): Promise<void> {
  const open = `select name from pgboss.job where state in ('created', 'active') and start_after <= now() and name not like '\\_\\_pgboss%'`;
  await expect.poll(async () => (await platform.db.$client.query(open)).rows, { timeout: 20_000, interval: 20 }).toEqual([]);
}
