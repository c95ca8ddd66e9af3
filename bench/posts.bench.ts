import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, registerJobs } from '../apps/server/src/app.ts';
import { enterFamily } from '../apps/server/src/features/family/scope.ts';
import { keptFor, presentPosts } from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { addFamilies, fill } from '../apps/server/test/many.ts';
import { registerParent } from '../apps/server/test/people.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const posts = 1_000;
const families = 1_000;
const rounds = 60;
const goal = 1.3;
const shelf = '01930000-0000-7000-8000-000000000301';
const log = createLog({ logLevel: 'silent' });

type Reads = Record<string, () => Promise<unknown>>;

/** What a family of 1,000 posts waits for its feed, its filters and its searches: alone in the house, and among a thousand families like it. */
export default async function manyPosts(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log });
  await migrate(cluster.url, log);
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const platform = await openPlatform({ config, databaseUrl: cluster.url, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const owner = await registerParent(app);
    return await compare(platform, owner);
  } finally {
    await app.close();
    await closePlatform(platform);
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(platform: Platform, owner: { userId: string; familyId: string }): Promise<BenchRow[]> {
  const pool = platform.db.$client;
  const scope = await enterFamily(platform.db, { userId: owner.userId, currentFamilyId: owner.familyId });
  const own = { familyId: owner.familyId, userId: owner.userId, personId: scope.personId };
  await fill(pool, [own], posts);
  await pool.query('vacuum analyze');
  const page = { limit: 20 };
  const reads: Reads = {
    feed: () => presentPosts(platform, scope, page),
    'feed of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId }),
    'feed of a kind': () => presentPosts(platform, scope, { ...page, kind: 'video' }),
    'feed of a year': () => presentPosts(platform, scope, { ...page, from: '2017-01-01', to: '2017-12-31' }),
    'posts of a shelf': () => presentPosts(platform, scope, { ...page, subcategory_id: shelf }),
    'counts and covers of treasures': () => keptFor(platform, scope),
    'search for a frequent word': () => presentFound(platform, scope, { q: 'soup', year: null }),
    'search for a rare word': () => presentFound(platform, scope, { q: 'medlar', year: null }),
    'search for what is nearly right': () => presentFound(platform, scope, { q: 'quinze', year: null }),
  };
  const alone = await measure(reads);
  const began = performance.now();
  await fillHouse(platform, own);
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from posts');
  process.stderr.write(`${rows[0]?.n} posts are there after ${Math.round((performance.now() - began) / 1_000)} s\n`);
  const among = await measure(reads);
  return Object.keys(reads).map((name) => {
    const [value, peer] = [among[name] ?? Number.NaN, alone[name] ?? Number.NaN];
    const ratio = value / peer;
    return {
      name: `${name}, 1,000,000 posts in the house against 1,000`,
      value,
      unit: 'ms',
      peer,
      ratio,
      goal: '<= 130 %',
      ok: ratio <= goal,
    };
  });
}

/** The other families; the large indexes are made when the rows are there, which is faster. */
async function fillHouse(platform: Platform, own: Parameters<typeof addFamilies>[1]): Promise<void> {
  const pool = platform.db.$client;
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname in ('posts_search', 'posts_alike', 'comments_search', 'comments_alike')`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const others = await addFamilies(pool, own, families - 1);
  for (let at = 0; at < others.length; at += 111) await fill(pool, others.slice(at, at + 111), posts);
  await pool.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await pool.query(definition);
  await pool.query('vacuum analyze');
}

/** Middle times in milliseconds; the reads in turns, so that whatever else the machine does meets all of them. */
async function measure(reads: Reads): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = -10; round < rounds; round += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const began = performance.now();
      await read();
      if (round >= 0) (times[name] ??= []).push(performance.now() - began);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}
