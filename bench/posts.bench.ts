import { presentComments } from '../apps/server/src/features/comments/present.ts';
import {
  keptFor,
  presentAnniversaries,
  presentCounts,
  presentDeleted,
  presentPost,
  presentPosts,
  presentSummary,
  presentYears,
} from '../apps/server/src/features/posts/present.ts';
import { presentFound } from '../apps/server/src/features/search/present.ts';
import { addFamilies, copyTo, fill } from '../apps/server/test/many.ts';
import { inBulk, inHouse, measure } from './house.ts';
import type { House, Reads } from './house.ts';
import type { BenchRow } from './statistics.ts';

const sizes = { families: 10_000, posts: 1_000_000, largest: { posts: 50_000, comments: 100_000, people: 100, shelf: 20_000 } };
const shelf = '01930000-0000-7000-8000-000000000301';
const budget = { read: 60, slip: 150 };

/** What the largest family of a large house waits for its lists, counts and searches: a guardian who sees nearly all of it, and a relative. */
export default async function largestFamily(): Promise<BenchRow[]> {
  return inHouse(async (house) => {
    const began = performance.now();
    await fillHouse(house);
    process.stderr.write(`The house is full after ${Math.round((performance.now() - began) / 1_000)} s\n`);
    const [newest] = (await presentPosts(house.platform, house.scope, { limit: 1 })).items;
    return measure(readsOf(house, newest?.id ?? ''), (name) => (name.includes('slip') ? budget.slip : budget.read));
  });
}

/** Fills the first family of a house as the largest one, and many small ones beside it. */
async function fillHouse(house: House): Promise<void> {
  const { own, platform } = house;
  const { largest, families, posts } = sizes;
  const each = Math.round((posts - largest.posts) / (families - 1));
  const [small, ...others] = await addFamilies(platform.db.$client, own, families - 1);
  if (!small) return;
  await inBulk(house, async (client) => {
    await fill(client, [small], each);
    await copyTo(client, small, others);
    await fill(client, [own], largest.posts);
    for (const statement of enlarged) await client.query(statement, [own.familyId]);
    await client.query(
      `update posts set deleted_at = $2, deleted_by = author_id where id in (select id from posts where family_id = $1 limit 500)`,
      [own.familyId, platform.clock.now()],
    );
  });
}

/** What the largest family has beside what `fill` gives to each: people in its posts, comments, photos, a full shelf. */
const enlarged = [
  `insert into people select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', null, 'slug', 'person-' || n))).*
    from people p, generate_series(3, ${sizes.largest.people}) n
    where p.id = (select id from people where family_id = $1 limit 1)`,
  `insert into post_people (post_id, person_id, family_id, position)
    select numbered.id, somebody.id, $1, 1 from (select id, row_number() over () as n from posts where family_id = $1) numbered
    join (select id, row_number() over () as n from people where family_id = $1) somebody
      on somebody.n = 1 + numbered.n % ${sizes.largest.people} on conflict do nothing`,
  `insert into comments (id, family_id, post_id, author_id, text, created_at, updated_at)
    select gen_random_uuid(), $1, id, author_id, 'How lovely, ' || left(text, 24), created_at, created_at from posts, generate_series(1, 2)
    where family_id = $1 limit ${sizes.largest.comments} - (select count(*) from comments where family_id = $1)`,
  `update posts set category_id = '01930000-0000-7000-8000-000000000300', subcategory_id = '${shelf}' where id in (
    select id from posts where family_id = $1 and subcategory_id is null
    limit ${sizes.largest.shelf} - (select count(*) from posts where family_id = $1 and subcategory_id = '${shelf}'))`,
  `with shown as (select id as post_id, author_id, gen_random_uuid() as medium_id, created_at from posts where family_id = $1),
    made as (insert into media (id, family_id, uploader_id, kind, state, filename, extension, size, width, height, variants, created_at)
      select medium_id, $1, author_id, 'image', 'ready', 'IMG_2041.jpeg', 'jpg', 1, 4, 3,
        '{"thumb": {"extension": "webp", "type": "image/webp", "width": 320, "height": 240}}', created_at from shown)
    insert into post_media (post_id, medium_id, family_id, position) select post_id, medium_id, $1, 0 from shown`,
];

/** What is measured. */
function readsOf({ platform, scope, relative }: Pick<House, 'platform' | 'scope' | 'relative'>, newest: string): Reads {
  const page = { limit: 20 };
  const all = { year: null };
  return {
    feed: () => presentPosts(platform, scope, page),
    'feed by the day': () => presentPosts(platform, scope, { ...page, sort: 'occurred' }),
    'feed of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId }),
    'timeline of a person': () => presentPosts(platform, scope, { ...page, person: scope.personId, sort: 'occurred' }),
    'feed of a person, of a kind that nobody has': () => presentPosts(platform, scope, { ...page, person: scope.personId, kind: 'recipe' }),
    'feed of a kind': () => presentPosts(platform, scope, { ...page, kind: 'video' }),
    'feed of a year': () => presentPosts(platform, scope, { ...page, from: '2017-01-01', to: '2017-12-31' }),
    'feed with a frequent word': () => presentPosts(platform, scope, { ...page, q: 'soup' }),
    'feed with a rare word': () => presentPosts(platform, scope, { ...page, q: 'medlar' }),
    'one post': () => presentPost(platform, scope, newest),
    'comments of a post': () => presentComments(platform, scope, newest, page),
    'posts of a shelf': () => presentPosts(platform, scope, { ...page, subcategory_id: shelf }),
    'voices of a shelf that has none': () => presentPosts(platform, scope, { ...page, subcategory_id: shelf, media: 'audio' }),
    'a shelf in short': () => presentSummary(platform, scope, { subcategory_id: shelf }),
    'on this day': () => presentAnniversaries(platform, scope, '2026-11-21', page),
    'the years': () => presentYears(platform, scope),
    'counts of people': () => presentCounts(platform, scope),
    'counts and covers of treasures': () => keptFor(platform, scope),
    'what was deleted': () => presentDeleted(platform, scope, page),
    'feed of a relative': () => presentPosts(platform, relative, page),
    'counts of people for a relative': () => presentCounts(platform, relative),
    'counts and covers of treasures for a relative': () => keptFor(platform, relative),
    'search for a frequent word': () => presentFound(platform, scope, { ...all, q: 'soup' }),
    'search for a rare word': () => presentFound(platform, scope, { ...all, q: 'medlar' }),
    'search for a frequent word with a slip': () => presentFound(platform, scope, { ...all, q: 'pancaks' }),
    'search for a rare word with a slip': () => presentFound(platform, scope, { ...all, q: 'medlarr' }),
    'search for what nobody wrote, as for a slip': () => presentFound(platform, scope, { ...all, q: 'xylophone' }),
    'search within a person': () => presentFound(platform, scope, { ...all, q: 'soup', person: scope.personId }),
    'search within a kind': () => presentFound(platform, scope, { ...all, q: 'medlar', kind: 'video' }),
    'search within a year': () => presentFound(platform, scope, { q: 'medlar', year: 2017 }),
    'search for a frequent word within a year': () => presentFound(platform, scope, { q: 'soup', year: 2017 }),
  };
}
