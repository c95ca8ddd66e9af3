import {
  presentAnniversaries,
  presentCounts,
  presentDeleted,
  presentPosts,
  presentSummary,
  presentYears,
  keptFor,
} from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { fill } from '../apps/server/test/many.ts';
import { compare, inBulk, inHouse } from './house.ts';
import type { Goal, House, Reads } from './house.ts';
import type { BenchRow } from './statistics.ts';

const [few, many] = [1_000, 1_000_000];
const shelf = '01930000-0000-7000-8000-000000000301';

/** Nobody waits for it. In the small family some lists are shorter than a page, so that they cannot be the measure. */
const atOnce: Goal = { words: '<= 200 ms', isMet: (value) => value <= 200 };

/** What one family waits when it has shared a million posts, against what another waits that has shared a thousand. */
export default async function largeFamily(): Promise<BenchRow[]> {
  return inHouse((small) =>
    inHouse(async (large) => {
      await fillFamily(small, few);
      const began = performance.now();
      await fillFamily(large, many);
      process.stderr.write(`The family has shared everything after ${Math.round((performance.now() - began) / 1_000)} s\n`);
      return compare(readsOf(small), readsOf(large), 'one family of 1,000,000 posts against one of 1,000', atOnce);
    }),
  );
}

/** Fills the first family of a house; 'sorrel' stands in twenty posts, however many follow. */
export async function fillFamily(house: House, count: number): Promise<void> {
  const { own } = house;
  await inBulk(house, async (client) => {
    await fill(client, [own], count);
    await client.query(
      `update posts set text = text || ' and sorrel'
       where id in (select id from posts where family_id = $1 order by created_at limit 20 offset ${few / 2})`,
      [own.familyId],
    );
    // What was deleted lately, a post in a hundred.
    await client.query(
      `update posts set deleted_at = $2, deleted_by = author_id where family_id = $1 and id in (
      select id from posts where family_id = $1 order by created_at limit $3 offset 600)`,
      [own.familyId, house.platform.clock.now(), count / 100],
    );
  });
}

/** What is measured. */
export function readsOf({ platform, scope, relative }: Pick<House, 'platform' | 'scope' | 'relative'>): Reads {
  const page = { limit: 20 };
  const all = { year: null };
  return {
    feed: () => presentPosts(platform, scope, page),
    'feed by the day': () => presentPosts(platform, scope, { ...page, sort: 'occurred' }),
    'feed of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId }),
    'timeline of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId, sort: 'occurred' }),
    'feed of a person, of a kind': () => presentPosts(platform, scope, { ...page, person: scope.personId, kind: 'video' }),
    'feed of a person, of a kind that nobody has': () => presentPosts(platform, scope, { ...page, person: scope.personId, kind: 'recipe' }),
    'feed of a person, of a week': () =>
      presentPosts(platform, scope, { ...page, person: scope.personId, from: '2017-01-01', to: '2017-01-07' }),
    'feed of a kind': () => presentPosts(platform, scope, { ...page, kind: 'video' }),
    'feed of a year': () => presentPosts(platform, scope, { ...page, from: '2017-01-01', to: '2017-12-31' }),
    'feed with a frequent word': () => presentPosts(platform, scope, { ...page, q: 'soup' }),
    'feed with a rare word': () => presentPosts(platform, scope, { ...page, q: 'sorrel' }),
    'posts of a shelf': () => presentPosts(platform, scope, { ...page, subcategory_id: shelf }),
    'a shelf in short': () => presentSummary(platform, scope, { subcategory_id: shelf }),
    'on this day': () => presentAnniversaries(platform, scope, '2026-11-21', page),
    'the years': () => presentYears(platform, scope),
    'counts of people': () => presentCounts(platform, scope),
    'counts and covers of treasures': () => keptFor(platform, scope),
    'feed of a relative': () => presentPosts(platform, relative, page),
    'counts of people for a relative': () => presentCounts(platform, relative),
    'counts and covers of treasures for a relative': () => keptFor(platform, relative),
    'what was deleted': () => presentDeleted(platform, scope, page),
    'search for a frequent word': () => presentFound(platform, scope, { ...all, q: 'soup' }),
    'search for a rare word': () => presentFound(platform, scope, { ...all, q: 'sorrel' }),
    'search for a frequent word, nearly': () => presentFound(platform, scope, { ...all, q: 'pancaks' }),
    'search for a rare word, nearly': () => presentFound(platform, scope, { ...all, q: 'sorrell' }),
    'search for what nobody wrote': () => presentFound(platform, scope, { ...all, q: 'xylophone' }),
    'search within a person': () => presentFound(platform, scope, { ...all, q: 'soup', person: scope.personId }),
    'search within a person for a rare word': () => presentFound(platform, scope, { ...all, q: 'sorrel', person: scope.personId }),
    'search within a person for what nobody wrote': () => presentFound(platform, scope, { ...all, q: 'xylophone', person: scope.personId }),
    'search within a person and a kind': () =>
      presentFound(platform, scope, { ...all, q: 'sorrel', person: scope.personId, kind: 'video' }),
    'search within a kind': () => presentFound(platform, scope, { ...all, q: 'sorrel', kind: 'video' }),
    'search within a year': () => presentFound(platform, scope, { q: 'sorrel', year: 2017 }),
  };
}
