import type { QueryConfig } from 'pg';
import { buildApp, features, registerJobs } from '../apps/server/src/app.ts';
import { addComment } from '../apps/server/src/features/comments/actions.ts';
import { giveHeart, sharePost, visiblePost } from '../apps/server/src/features/posts/actions.ts';
import { presentPosts } from '../apps/server/src/features/posts/present.ts';
import { joinFamily } from '../apps/server/src/features/family/actions.ts';
import { enterFamily } from '../apps/server/src/features/family/scope.ts';
import type { FamilyScope } from '../apps/server/src/features/family/scope.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { insertPhoto } from '../apps/server/test/photo-rows.ts';
import { registerParent } from '../apps/server/test/people.ts';

const postCount = 500;
const names = ['Sam', 'Ruth', 'Arthur', 'Priya', 'Leo', 'Hanna'];
const pageSize = 20;

/** What the benchmark needs to know of the family it measures. */
interface MeasuredFamily {
  /** The owner's. */
  token: string;
  /** What the feed's first page asks of the database, in order, as it is asked. */
  statements: QueryConfig[];
  poolSize: number;
  familyId: string;
  /** The owner, and two people to share something about. */
  userId: string;
  people: string[];
}

/** Makes a family of seven with 500 posts, through the actions of the server: photos, people, hearts and comments as families have them. */
export async function makeFamily(databaseUrl: string, dataDir: string): Promise<MeasuredFamily> {
  const log = createLog({ logLevel: 'silent' });
  await migrate(databaseUrl, log);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const platform = await openPlatform({ config, features, databaseUrl, log });
  const app = await buildApp(platform);
  try {
    registerJobs(platform);
    await platform.jobs.start({ work: false });
    const owner = await registerParent(app);
    const scopes = [await enterFamily(platform.db, { userId: owner.userId, currentFamilyId: owner.familyId })];
    for (const firstname of names) {
      const { userId } = await registerParent(app, { firstname });
      const person = { familyId: owner.familyId, userId, firstname, lastname: 'Whitlock', role: 'relative' as const };
      await platform.db.transaction((tx) => joinFamily(platform, tx, person));
      scopes.push(await enterFamily(platform.db, { userId, currentFamilyId: owner.familyId }));
    }
    for (let n = 0; n < postCount; n += 1) await makePost(platform, scopes, n);
    // Nobody is told of what was made here: the jobs of it would run beside what is measured.
    await platform.db.$client.query(`delete from pgboss.job where state = 'created'`);
    await platform.db.$client.query('vacuum analyze');
    return {
      token: owner.token,
      statements: await recordFeed(platform, scopes[0] as FamilyScope),
      poolSize: platform.db.$client.options.max ?? 10,
      familyId: owner.familyId,
      userId: owner.userId,
      people: scopes.slice(0, 2).map(({ personId }) => personId),
    };
  } finally {
    await app.close();
    await closePlatform(platform);
  }
}

const text = 'First snow at the cabin. Sam carried the wood in, Emma carried one stick, and was very tired afterwards. ';

/** The n-th post: three photos, up to three people, up to six hearts, up to four comments. */
async function makePost(platform: Platform, scopes: FamilyScope[], n: number): Promise<void> {
  const scopeAt = (at: number) => scopes[at % scopes.length] as FamilyScope;
  const author = scopeAt(n);
  const media_ids: string[] = [];
  for (let photo = 0; photo < 3; photo += 1) media_ids.push(await insertPhoto(platform, author));
  const people = scopes.slice(0, n % 4).map((scope) => scope.personId);
  const id = await sharePost(platform, author, {
    text: text.repeat(1 + (n % 3)),
    kind: 'memory',
    recipe: null,
    inspiration_slug: null,
    media_ids,
    people,
    occurred_on: null,
    images: [],
  });
  const post = await visiblePost(platform, author, id);
  for (let heart = 0; heart < n % 7; heart += 1) await giveHeart(platform, scopeAt(heart), post);
  for (let at = 0; at < n % 5; at += 1)
    await addComment(platform, scopeAt(n + at + 1), post, { text: `How lovely, ${at}`, media_id: null });
}

/** Listens to what the feed's first page asks of the database. */
async function recordFeed(platform: Platform, scope: FamilyScope): Promise<QueryConfig[]> {
  const pool = platform.db.$client;
  const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const heard: QueryConfig[] = [];
  const listening = (query: QueryConfig & { rowMode?: string }, values?: unknown[]) => {
    const { name, text: words, rowMode } = query;
    heard.push({
      text: words,
      values: values ?? query.values ?? [],
      ...(name ? { name } : {}),
      ...(rowMode ? { rowMode } : {}),
    } as QueryConfig);
    return values ? ask(query, values) : ask(query);
  };
  pool.query = listening as unknown as typeof pool.query;
  await presentPosts(platform, scope, { limit: pageSize });
  return heard;
}
