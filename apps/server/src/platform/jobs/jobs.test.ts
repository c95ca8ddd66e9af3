import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { createJobs } from './jobs.ts';

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ jobs: false });
});
afterAll(() => at.close());

/** Starts a process's jobs with one kind and stops them. @returns the queue as the database has it then */
async function startWith(kind: { retries: number; timeout: number; heartbeat?: number }) {
  const { db, log } = at.platform;
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  jobs.handle({ name: 'jobs-test', concurrency: 1, ...kind }, async () => {});
  await jobs.start({ work: false });
  await jobs.stop(1);
  const { rows } = await db.execute<{ retry_limit: number; expire_seconds: number; heartbeat_seconds: number | null; updated_on: Date }>(
    sql`select retry_limit, expire_seconds, heartbeat_seconds, updated_on from pgboss.queue where name = 'jobs-test'`,
  );
  return rows[0];
}

test('a queue becomes what its kind says, and is not touched where it is that already', async () => {
  const made = await startWith({ retries: 3, timeout: 60 });
  expect(made).toMatchObject({ retry_limit: 3, expire_seconds: 60, heartbeat_seconds: null });
  expect(await startWith({ retries: 3, timeout: 60 })).toEqual(made);

  const changed = await startWith({ retries: 4, timeout: 60 });
  expect(changed).toMatchObject({ retry_limit: 4, expire_seconds: 60 });
  expect(changed?.updated_on).not.toEqual(made?.updated_on);
  expect(await startWith({ retries: 4, timeout: 90, heartbeat: 20 })).toMatchObject({ expire_seconds: 90, heartbeat_seconds: 20 });
});
