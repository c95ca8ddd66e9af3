import { presentAnniversaries, presentCounts, presentPosts, presentYears, keptFor } from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { fill } from '../apps/server/test/many.ts';
import { against, inHouse, measure, withPatience } from './house.ts';
import type { House, Reads } from './house.ts';
import type { BenchRow } from './statistics.ts';

const [few, many, atOnce] = [1_000, 1_000_000, 25_000];
const shelf = '01930000-0000-7000-8000-000000000301';

/** What one family waits when it has shared a million posts, against what it waited with a thousand. */
export default async function largeFamily(): Promise<BenchRow[]> {
  return inHouse(async (house) => {
    const { platform, own } = house;
    const pool = platform.db.$client;
    await fill(pool, [own], few);
    await addRare(house, few);
    await pool.query('vacuum analyze');
    const reads = readsOf(house);
    const before = await measure(reads);
    for (let from = few; from < many; from += atOnce) await fill(pool, [own], Math.min(atOnce, many - from), from + 1);
    await withPatience(platform, ['vacuum analyze']);
    return against(before, await measure(reads), 'one family of 1,000,000 posts against one of 1,000');
  });
}

/** A word that stands in twenty posts, however many follow. */
async function addRare({ platform, own }: House, among: number): Promise<void> {
  await platform.db.$client.query(
    `update posts set text = text || ' and sorrel' where id in (select id from posts where family_id = $1 order by created_at limit 20 offset ${among / 2})`,
    [own.familyId],
  );
}

function readsOf({ platform, scope }: House): Reads {
  const page = { limit: 20 };
  const all = { year: null };
  return {
    feed: () => presentPosts(platform, scope, page),
    'feed by the day': () => presentPosts(platform, scope, { ...page, sort: 'occurred' }),
    'feed of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId }),
    'timeline of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId, sort: 'occurred' }),
    'feed of a kind': () => presentPosts(platform, scope, { ...page, kind: 'video' }),
    'feed of a year': () => presentPosts(platform, scope, { ...page, from: '2017-01-01', to: '2017-12-31' }),
    'posts of a shelf': () => presentPosts(platform, scope, { ...page, subcategory_id: shelf }),
    'on this day': () => presentAnniversaries(platform, scope, '2026-11-21', page),
    'the years': () => presentYears(platform, scope),
    'counts of people': () => presentCounts(platform, scope),
    'counts and covers of treasures': () => keptFor(platform, scope),
    'search for a frequent word': () => presentFound(platform, scope, { ...all, q: 'soup' }),
    'search for a rare word': () => presentFound(platform, scope, { ...all, q: 'sorrel' }),
    'search for a frequent word, nearly': () => presentFound(platform, scope, { ...all, q: 'pancaks' }),
    'search for a rare word, nearly': () => presentFound(platform, scope, { ...all, q: 'sorrell' }),
    'search for what nobody wrote': () => presentFound(platform, scope, { ...all, q: 'xylophone' }),
  };
}
