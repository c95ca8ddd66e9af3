import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postsApi } from '@heartwood/contract/posts';
import pg from 'pg';
import { features } from '../apps/server/src/app.ts';
import { sharePost } from '../apps/server/src/features/posts/actions.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { combine } from '../apps/server/src/platform/feature.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { addMembers } from '../apps/server/test/many.ts';
import type { Filled } from '../apps/server/test/many.ts';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { inHouse } from './house.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const relatives = 99;
const posts = 102;
const atOnce = 6;
const rounds = 300;
const goals = { rate: 200, megabytes: 50, milliseconds: 2 };

/**
 * A family of a hundred in which a hundred posts are shared: how many of the ten thousand notifications are told in a second, from the first post that
 * is sent to the last notification that is there, and what the server's memory grows by. And what it costs a post that it is to be told.
 */
export default async function notifications(): Promise<BenchRow[]> {
  return [await costOfRecording(), ...(await underPosts())];
}

/** Posts are shared in turns with notifications listening and without. */
const costOfRecording = (): Promise<BenchRow> =>
  inHouse(async ({ platform, scope }) => {
    const deaf = combine(features.list.map((feature) => (feature.name === 'notifications' ? { ...feature, on: {} } : feature)));
    const ways = { told: platform, untold: { ...platform, features: deaf } };
    const post = postsApi.share.schema.body.parse({ text: 'First snow at the cabin' });
    const times = { told: [] as number[], untold: [] as number[] };
    for (let round = -20; round < rounds; round += 1) {
      for (const way of ['told', 'untold'] as const) {
        const began = performance.now();
        await sharePost(ways[way], scope, post);
        if (round >= 0) times[way].push(performance.now() - began);
      }
    }
    const { rows } = await platform.db.$client.query(
      `select count(*)::int as count from pgboss.job where name = 'notifications-tell' and data->>'type' = 'post.shared'`,
    );
    if (rows[0].count !== rounds + 20) throw new Error(`${rows[0].count} posts are to be told of`);
    const [value, peer] = [median(times.told) - median(times.untold), median(times.untold)];
    const { milliseconds } = goals;
    return {
      name: `what telling adds to sharing a post (${peer.toFixed(1)} ms), medians of ${rounds}`,
      value,
      unit: 'ms',
      peer,
      ratio: value / peer,
      goal: `< ${milliseconds} ms`,
      ok: value < milliseconds,
    };
  });

async function underPosts(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-notifications-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  const pool = new pg.Pool({ connectionString: cluster.url });
  try {
    await server.start();
    const share = await registered(server);
    const { rows } = await pool.query<Filled>(`select family_id as "familyId", user_id as "userId", person_id as "personId" from members`);
    await addMembers(pool, rows[0]!, relatives);
    await pool.query('vacuum analyze');
    await share();
    await told(pool, relatives);
    const before = await memoryOf(server);
    const began = performance.now();
    let left = posts - 1;
    const sending = Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        await share();
      }
    });
    await Promise.all(sending);
    const shared = performance.now() - began;
    await told(pool, posts * relatives);
    const took = performance.now() - began;
    const grown = (await memoryOf(server)) - before;
    const count = (posts - 1) * relatives;
    const rate = (count / took) * 1_000;
    return [
      {
        name: `notifications told in a second, of ${count} (sent in ${(shared / 1_000).toFixed(1)} s, told in ${(took / 1_000).toFixed(1)} s)`,
        value: rate,
        unit: '',
        peer: goals.rate,
        ratio: rate / goals.rate,
        goal: `>= ${goals.rate}`,
        ok: rate >= goals.rate,
      },
      {
        name: 'what the memory of the server grows by meanwhile',
        value: grown,
        unit: 'MB',
        peer: goals.megabytes,
        ratio: grown / goals.megabytes,
        goal: `< ${goals.megabytes} MB`,
        ok: grown < goals.megabytes,
      },
    ];
  } finally {
    await pool.end();
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resident memory in megabytes. */
const memoryOf = async ({ pid }: ServerProcess): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Registers who shares. @returns what shares a post as them */
async function registered({ base }: ServerProcess): Promise<() => Promise<void>> {
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: { token: string } }).data;
  };
  const passwords = { password: goodPassword, password_confirmation: goodPassword };
  const { token } = await send('/api/register', { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com', ...passwords });
  return async () => void (await send('/api/posts', { text: 'First snow at the cabin' }, token));
}

/** Waits until so many notifications of posts are there. */
async function told(pool: pg.Pool, count: number): Promise<void> {
  for (const deadline = performance.now() + 120_000; ;) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from notifications where kind = 'post'`);
    if (rows[0]!.count === count) return;
    if (rows[0]!.count > count || performance.now() > deadline) throw new Error(`${rows[0]!.count} of ${count} notifications are there`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
