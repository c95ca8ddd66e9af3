import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createDatabase, dropDatabase } from './cluster.ts';
import { addMembers } from './many.ts';
import { auth, goodPassword } from './people.ts';
import { freePort, ServerProcess } from './process.ts';

// A process is killed while it tells a large family something: whoever was told already is not told again, and all others are.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = `telling_${process.pid}`;
let db: pg.Pool;
let server: ServerProcess;
let token = '';
let members = 0;

beforeAll(async () => {
  const DATABASE_URL = await createDatabase(inject('clusterUrl'), database);
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-telling-')), await freePort(), { DATABASE_URL });
  db = new pg.Pool({ connectionString: DATABASE_URL });
  await server.start();
  token = await server.register(goodPassword);
  const { rows } = await db.query(`select family_id as "familyId", user_id as "userId", person_id as "personId" from members`);
  members = await addMembers(db, rows[0], 1_300);
});
afterAll(async () => {
  await server.remove();
  await db.end();
  await dropDatabase(inject('clusterUrl'), database);
});

async function post<Data>(path: string, body: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token ? auth(token) : {}) };
  const answer = await fetch(`${server.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
  return ((await answer.json()) as { data: Data }).data;
}
const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number((await db.query<{ count: string }>(`select count(*) from ${sql}`, values)).rows[0]?.count);

test('[R6.14] who was told before it was killed is told once, and so is everybody else', async () => {
  expect(members).toBe(1_301);
  // The batch with the last member cannot be told while somebody else holds them.
  const holding = await db.connect();
  await holding.query('begin');
  await holding.query('select from users where id = (select max(user_id::text)::uuid from members) for update');
  const { id } = (await post<{ post: { id: string } }>('/api/posts', { text: 'The plum tree' })).post;
  const told = () => count('notifications where post_id = $1', [id]);
  await expect.poll(told, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(999);
  const active = `pgboss.job where name = 'notifications-tell' and state = 'active' and data->'ids'->>'post_id' = $1`;
  await expect.poll(() => count(active, [id]), { timeout: 30_000, interval: 5 }).toBe(1);
  await server.kill();
  await holding.query('rollback');
  holding.release();
  const before = await told();
  expect(before).toBeLessThan(members - 1);
  expect(await count(`activity where type = 'notifications.changed'`)).toBe(before);

  await server.start();
  await expect.poll(told, { timeout: 60_000, interval: 50 }).toBe(members - 1);
  const ended = `pgboss.job where name = 'notifications-tell' and state = 'completed' and data->'ids'->>'post_id' = $1`;
  await expect.poll(() => count(ended, [id]), { timeout: 30_000, interval: 50 }).toBe(1);
  expect(await told()).toBe(members - 1);
  // Open pages are told of it as often, each once.
  expect(await count(`activity where type = 'notifications.changed'`)).toBe(members - 1);
  expect(await count(`(select distinct ids->>'user_id' from activity where type = 'notifications.changed') heard`)).toBe(members - 1);
});
