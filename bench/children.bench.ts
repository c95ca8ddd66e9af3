import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, features, registerJobs } from '../apps/server/src/app.ts';
import { addPerson } from '../apps/server/src/features/people/actions.ts';
import { enterFamily } from '../apps/server/src/features/family/scope.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { registerParent } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const childCount = 12;
const posts = { small: 20, large: 20_000 };
const rounds = { warmUp: 100, measured: 500 };
const pageSize = 10;
const goal = 1.3;

/** A family as it is asked about. */
interface Asked {
  token: string;
  /** The child every fourth post of the large family, and every post of the small one, is about. */
  child: string;
}

/**
 * The list of children and the first page of a child's timeline, from the real server: a family with 12 children and 20,000 posts against one
 * with 12 children and 20 posts, in turns. The page far down the timeline is against the small family's first, too.
 */
export default async function children(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const dataDir = join(folder, 'data');
  const server = new ServerProcess(dataDir, await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  try {
    const { small, large } = await makeFamilies(cluster.url, dataDir);
    await server.start();
    const ask = (asked: Asked, path: string) => () => time(server.base + path, asked.token);
    const timeline = ({ child }: Asked) => `/api/posts?person=${child}&sort=occurred&limit=${pageSize}`;
    const list = '/api/family-relationships/children';
    const deep = `${timeline(large)}&cursor=${await cursorAfter(server.base, large, timeline(large), 150)}`;
    const first = ask(small, timeline(small));
    return [
      await compare('children of a family with 20,000 posts', ask(large, list), ask(small, list)),
      await compare('first page of a child’s timeline there', ask(large, timeline(large)), first),
      await compare('page 151 of it', ask(large, deep), first),
    ];
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds from asking to the last byte */
async function time(url: string, token: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${body.slice(0, 200)}`);
  return performance.now() - began;
}

/** In turns, so that whatever else the machine does meets both. */
async function compare(name: string, large: () => Promise<number>, small: () => Promise<number>): Promise<BenchRow> {
  const measured = { large: [] as number[], small: [] as number[] };
  for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
    const [one, other] = [await large(), await small()];
    if (round < 0) continue;
    measured.large.push(one);
    measured.small.push(other);
  }
  const [value, peer] = [median(measured.large), median(measured.small)];
  return { name, value, unit: 'ms', peer, ratio: value / peer, goal: '<= 130 % of a family with 20 posts', ok: value / peer <= goal };
}

/** Where a list goes on after some pages. */
async function cursorAfter(base: string, { token }: Asked, path: string, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const answer = await fetch(base + path + (cursor && `&cursor=${cursor}`), { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: { next_cursor: string | null; items: unknown[] } };
    if (!data.next_cursor || data.items.length !== pageSize) throw new Error(`the timeline ends on page ${page + 1}`);
    cursor = data.next_cursor;
  }
  return cursor;
}

async function makeFamilies(databaseUrl: string, dataDir: string): Promise<{ small: Asked; large: Asked }> {
  const log = createLog({ logLevel: 'silent' });
  await migrate(databaseUrl, log);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const platform = await openPlatform({ config, features, databaseUrl, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const make = async (count: number): Promise<Asked> => {
      const { userId, familyId, token } = await registerParent(app);
      const scope = await enterFamily(platform.db, { userId, currentFamilyId: familyId });
      const ids: string[] = [];
      for (let n = 0; n < childCount; n += 1) {
        const born = { relationship_label: null, birth_day: `20${10 + n}-02-28`, gender: null, image: null };
        ids.push(await addPerson(platform, scope, { name: `Child ${n}`, relationship_id: 1, ...born }, undefined));
      }
      await makePosts(platform, { familyId, userId, ids, count });
      return { token, child: ids[0]! };
    };
    const made = { small: await make(posts.small), large: await make(posts.large) };
    await platform.db.$client.query('vacuum analyze');
    return made;
  } finally {
    await app.close();
    await closePlatform(platform);
  }
}

/** Posts of many years, shared in another order than they happened: a quarter about the first child, each about one more, hearts on every third. */
async function makePosts({ db }: Platform, of: { familyId: string; userId: string; ids: string[]; count: number }): Promise<void> {
  const { familyId, userId, ids, count } = of;
  const share = count <= posts.small ? 1 : 4;
  const ask = (text: string, values: unknown[]) => db.$client.query(text, values);
  await ask(
    `insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'memory', repeat('First snow at the cabin, and Emma carried one stick. ', 1 + n % 3),
       date '2012-01-01' + (n * 7919 % 5000), 'family', 1, timestamptz '2026-01-01' + n * interval '7 minutes', timestamptz '2026-01-01'
     from generate_series(1, $3::int) n`,
    [familyId, userId, count],
  );
  await ask(
    `insert into post_people (post_id, person_id, family_id, position, created_at, occurred_on, author_id, audience, shown, kind)
     select id, person, family_id, place, created_at, occurred_on, author_id, audience, true, kind from (
       select p.*, row_number() over (order by created_at) as n from posts p where family_id = $1) p
     cross join lateral (values (case when n % $3 = 0 then ($2::uuid[])[1] end, 0), (($2::uuid[])[2 + n % 11], 1)) about (person, place)
     where person is not null`,
    [familyId, ids, share],
  );
  await ask(
    `insert into hearts (post_id, user_id, family_id, created_at)
     select id, $2, family_id, created_at from posts where family_id = $1 and version = 1 and extract(minute from created_at)::int % 3 = 0`,
    [familyId, userId],
  );
}
