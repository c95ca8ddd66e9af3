import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { createJobs } from './jobs.ts';

vi.setConfig({ testTimeout: 60_000 });

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ jobs: false });
});
afterAll(() => at.close());

/** Starts a process's jobs with one kind and stops them. @returns the queue as the database has it then */
async function startWith(kind: { retries: number; timeout: number }) {
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
  expect(made).toMatchObject({ retry_limit: 3, expire_seconds: 60, heartbeat_seconds: 60 });
  expect(await startWith({ retries: 3, timeout: 60 })).toEqual(made);

  const changed = await startWith({ retries: 4, timeout: 60 });
  expect(changed).toMatchObject({ retry_limit: 4, expire_seconds: 60 });
  expect(changed?.updated_on).not.toEqual(made?.updated_on);
  expect(await startWith({ retries: 4, timeout: 90 })).toMatchObject({ expire_seconds: 90 });
});

test('of a key one job waits: what comes meanwhile is dropped, what comes once it runs is done afterwards', async () => {
  const { db, log } = at.platform;
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  const kind = { name: 'jobs-once', concurrency: 1, timeout: 60, retries: 0, waitsOnce: true as const, data: { key: '' } };
  const done: string[] = [];
  const { promise: isBusy, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  jobs.handle(kind, async ({ key }) => {
    done.push(key);
    begin();
    await mayEnd;
  });
  await jobs.start({ work: true });
  const enqueue = (key: string) => jobs.enqueue(db, kind, { key }, { key });
  await enqueue('a');
  await isBusy;
  for (const key of ['b', 'a', 'b', 'a', 'b']) await enqueue(key);
  end();
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(3);
  await jobs.stop(5);
  expect(done).toEqual(['a', 'b', 'a']);
});

/** Enqueues jobs of families while one lane is busy with the first. @returns the families in the order in which their jobs ran */
async function orderOf(name: string, sent: { first: string[]; meanwhile: string[] }): Promise<string[]> {
  const { db, log } = at.platform;
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  const kind = { name, concurrency: 1, timeout: 60, retries: 0, data: { family: '' } };
  const order: string[] = [];
  const { promise: isBusy, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  jobs.handle(kind, async ({ family }) => {
    order.push(family);
    begin();
    await mayEnd;
  });
  await jobs.start({ work: true });
  for (const family of sent.first) await jobs.enqueue(db, kind, { family }, { family });
  await isBusy;
  for (const family of sent.meanwhile) await jobs.enqueue(db, kind, { family }, { family });
  end();
  await expect.poll(() => order, { timeout: 30_000 }).toHaveLength(sent.first.length + sent.meanwhile.length);
  await jobs.stop(5);
  return order;
}

test('[R4.17] families take turns: of a hundred jobs of one, another waits for the one that runs', async () => {
  const hundred = Array<string>(100).fill('many');
  const order = await orderOf('jobs-turns', { first: hundred, meanwhile: ['one', 'few', 'few', 'few'] });
  expect(order.slice(0, 8)).toEqual(['many', 'one', 'few', 'many', 'few', 'many', 'few', 'many']);
});

test('[R4.17] whoever sends later does not hold up for good what has waited', async () => {
  const order = await orderOf('jobs-late', { first: ['a', 'a', 'a', 'a'], meanwhile: [...Array<string>(20).fill('b'), 'c'] });
  expect(order.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
  expect(order.lastIndexOf('a')).toBeLessThan(9);
});

test('a job that always fails is given up at its last try, is counted, and holds up nobody', async () => {
  const { db, log } = at.platform;
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  const kind = { name: 'jobs-poison', concurrency: 1, timeout: 60, retries: 1, data: { isPoison: true } };
  const done: boolean[] = [];
  jobs.handle(kind, async ({ isPoison }) => {
    done.push(isPoison);
    if (isPoison) throw new Error('poison');
  });
  await jobs.start({ work: true });
  await jobs.enqueue(db, kind, { isPoison: true });
  await jobs.enqueue(db, kind, { isPoison: false });
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([true, false]);
  expect(jobs.givenUp.get('jobs-poison')).toBeUndefined();
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'jobs-poison' and state = 'retry'`);
  await expect.poll(() => jobs.givenUp.get('jobs-poison'), { timeout: 20_000 }).toBe(1);
  expect(done).toEqual([true, false, true]);
  await jobs.stop(5);
});

test('a connection that ends while the queue stops is not told', async () => {
  const { db } = at.platform;
  const told: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void told.push((JSON.parse(line) as { msg: string }).msg) });
  const jobs = createJobs(db, String(db.$client.options.connectionString), log);
  const kind = { name: 'jobs-stopping', concurrency: 1, timeout: 60, retries: 0 };
  const { promise: isBusy, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  jobs.handle(kind, async () => {
    begin();
    await mayEnd;
  });
  await jobs.start({ work: true });
  await jobs.enqueue(db, kind, {});
  await isBusy;
  // What it does to its connections is what PostgreSQL does that stops at the same time.
  const stopped = jobs.stop(20);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'heartwood-jobs' and datname = current_database()`,
  );
  await db.execute(sql`select pg_sleep(1)`);
  end();
  await stopped;
  expect(told).not.toContain('the job queue met an error');
});
