import { keptFor, presentPosts } from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { addFamilies, fill } from '../apps/server/test/many.ts';
import { against, inHouse, measure, withPatience } from './house.ts';
import type { House, Reads } from './house.ts';
import type { BenchRow } from './statistics.ts';

const posts = 1_000;
const families = 1_000;
const shelf = '01930000-0000-7000-8000-000000000301';

/** What a family of 1,000 posts waits for its feed, its filters and its searches: alone in the house, and among a thousand families like it. */
export default async function manyPosts(): Promise<BenchRow[]> {
  return inHouse(async (house) => {
    const { platform, own } = house;
    await fill(platform.db.$client, [own], posts);
    await platform.db.$client.query('vacuum analyze');
    const reads = readsOf(house);
    const alone = await measure(reads);
    const began = performance.now();
    await fillHouse(house);
    process.stderr.write(`The house is full after ${Math.round((performance.now() - began) / 1_000)} s\n`);
    return against(alone, await measure(reads), '1,000,000 posts in the house against 1,000');
  });
}

function readsOf({ platform, scope }: House): Reads {
  const page = { limit: 20 };
  return {
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
}

/** The other families; the large indexes are made when the rows are there, which is faster. */
async function fillHouse({ platform, own }: House): Promise<void> {
  const pool = platform.db.$client;
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname in ('posts_search', 'comments_search', 'family_words_alike')`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const others = await addFamilies(pool, own, families - 1);
  for (let at = 0; at < others.length; at += 37) await fill(pool, others.slice(at, at + 37), posts);
  await withPatience(platform, [...rows.map(({ definition }) => definition), 'vacuum analyze']);
}
