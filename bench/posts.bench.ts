import { keptFor, presentPosts } from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { addFamilies, copyTo, fill } from '../apps/server/test/many.ts';
import { compare, inBulk, inHouse } from './house.ts';
import type { House, Reads } from './house.ts';
import type { BenchRow } from './statistics.ts';

const posts = 1_000;
const families = 1_000;
const shelf = '01930000-0000-7000-8000-000000000301';

/** What a family of 1,000 posts waits for its feed, its filters and its searches: alone in a house, and in another among a thousand families like it. */
export default async function manyPosts(): Promise<BenchRow[]> {
  return inHouse((small) =>
    inHouse(async (large) => {
      await fillHouse(small, 1);
      const began = performance.now();
      await fillHouse(large, families);
      process.stderr.write(`The house is full after ${Math.round((performance.now() - began) / 1_000)} s\n`);
      return compare(readsOf(small), readsOf(large), '1,000,000 posts in the house against 1,000');
    }),
  );
}

/** Fills a house with families that all have as many posts as the first. */
export async function fillHouse(house: House, count: number): Promise<void> {
  const { own, platform } = house;
  const others = await addFamilies(platform.db.$client, own, count - 1);
  await inBulk(house, async (client) => {
    await fill(client, [own], posts);
    await copyTo(client, own, others);
  });
}

/** What is measured. */
export function readsOf({ platform, scope }: Pick<House, 'platform' | 'scope'>): Reads {
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
