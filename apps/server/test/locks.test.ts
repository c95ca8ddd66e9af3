import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { formWithFile, processed, uploadPhoto } from './media.ts';
import { call } from './members.ts';
import { goodPassword, registerParent } from './people.ts';
import type { TestUser } from './people.ts';
import { gradient } from './photos.ts';

// Somebody holds a table for a minute: a migration, a backup, an operator's forgotten transaction.

vi.setConfig({ testTimeout: 60_000 });

let at: TestApp;
let nora: TestUser;
let other: pg.Client;
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  other = new pg.Client({ connectionString: String(at.platform.db.$client.options.connectionString) });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await at.close();
});

/** Locks a table while `work` runs. */
async function holding<T>(table: string, work: () => Promise<T>): Promise<T> {
  await other.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await other.query('rollback');
  }
}

const share = () => call(at, nora, 'POST', '/api/posts', { text: 'The plum tree' });
const logIn = () => at.app.inject({ method: 'POST', url: '/api/login', payload: { email: nora.email, password: goodPassword } });
const upload = async () => call(at, nora, 'POST', '/api/media', formWithFile(await gradient(20, 20).png().toBuffer(), 'photo.png'));
const read = () => call(at, nora, 'GET', '/api/posts');

test.each<[string, () => ReturnType<typeof share>, number]>([
  ['posts', share, 40],
  ['posts', read, 40],
  ['activity', share, 40],
  ['sessions', share, 40],
  // Each picture is decoded in a process of its own, two at a time: of many, the last begin to wait late.
  ['pgboss.job', upload, 4],
  // Ten may be wrong at once: more wait for one another before they wait for the table.
  ['users', logIn, 10],
  ['rate_limits', logIn, 10],
])('[R6.13] a table that is locked, %s, is said within five seconds to everybody who waits for it', async (table, ask, count) => {
  const answersOf = () =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const began = performance.now();
        const answer = await ask();
        return { status: answer.statusCode, code: answer.json().status_code, took: performance.now() - began };
      }),
    );
  // What the same takes without a lock is added: on a busy machine it is seconds.
  const usual = Math.max(...(await answersOf()).map(({ took }) => took));
  const answers = await holding(table, answersOf);
  expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['503 unavailable']));
  expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(5_000 + usual);
  expect((await share()).statusCode).toBe(201);
});

test('[R6.13] a job that meets a locked table is done later', async () => {
  const id = await holding('activity', async () => {
    const photo = await uploadPhoto(at, nora);
    const failed = sql`select 1 from pgboss.job where state = 'retry' and data->>'mediumId' = ${photo}`;
    await expect.poll(async () => (await at.platform.db.execute(failed)).rowCount, { timeout: 20_000 }).toBe(1);
    return photo;
  });
  expect(await processed(at, nora, id, 30_000)).toMatchObject({ state: 'ready' });
});
