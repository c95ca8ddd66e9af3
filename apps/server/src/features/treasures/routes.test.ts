import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { ownSubcategoryLimit } from '@heartwood/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, comparable, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { processed, uploadPhoto } from '#test/media.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let leo: TestMember;
let stranger: TestUser;
beforeAll(async () => {
  at = await startApp();
  ({ nora, sam, ruth, leo, stranger } = await makeFamily(at));
});
afterAll(() => at.close());

const unknown = '0198f7a2-0000-7000-8000-000000000001';
const treasuresOf = async (user: TestUser): Promise<Category[]> => (await call(at, user, 'GET', '/api/treasures')).json().data.categories;
const recipes = async (user: TestUser): Promise<Category> => (await treasuresOf(user)).find(({ slug }) => slug === 'family-recipes')!;
const soups = async (user: TestUser): Promise<Subcategory> =>
  (await recipes(user)).subcategories.find(({ slug }) => slug === 'soups-and-stews')!;
const add = async (user: TestUser, name: string) =>
  call(at, user, 'POST', '/api/treasures/subcategories', { category_id: (await recipes(user)).id, name });
const shelf = async (user: TestUser, name: string): Promise<Subcategory> => {
  const answer = await add(user, name);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.subcategory;
};
const keep = (user: TestUser, post: { id: string }, subcategoryId: string | null) =>
  call(at, user, 'PUT', `/api/posts/${post.id}/subcategory`, { subcategory_id: subcategoryId });

describe('the categories', () => {
  it('are eight, each with four to six shelves that ship and belong to nobody', async () => {
    const categories = await treasuresOf(ruth);
    expect(categories.map(({ name }) => name)).toEqual([
      'Photos and videos',
      'Letters and notes',
      'Family recipes',
      'Voices and stories',
      'Traditions',
      'Art and schoolwork',
      'Heirlooms and places',
      'Wisdom and wishes',
    ]);
    for (const { subcategories } of categories) {
      expect(subcategories.length).toBeGreaterThanOrEqual(4);
      expect(subcategories.length).toBeLessThanOrEqual(6);
      for (const one of subcategories) expect(one).toMatchObject({ own: false, can: { edit: false, delete: false } });
    }
  });

  it('and what ships in them are named in the language of who asks', async () => {
    const german = await registerParent(at.app, { language: 'de' });
    const [photos, , cooking] = await treasuresOf(german);
    expect([photos?.name, cooking?.name, cooking?.subcategories[0]?.name]).toEqual([
      'Fotos und Videos',
      'Familienrezepte',
      'Suppen und Eintöpfe',
    ]);
    const refused = await add(german, ' SUPPEN und Eintöpfe');
    expect([refused.statusCode, (await add(german, 'Soups and stews')).statusCode]).toEqual([422, 422]);
    expect(refused.json().errors.name).toEqual(['Ein Regal mit diesem Namen gibt es schon.']);
  });

  it('need a token and a family', async () => {
    expect((await call(at, null, 'GET', '/api/treasures')).statusCode).toBe(401);
    expect((await call(at, stranger, 'GET', `/api/treasures?family_id=${nora.familyId}`)).statusCode).toBe(404);
  });

  it('count and show what one may see, and nothing else', async () => {
    const before = (await soups(ruth)).post_count;
    const { id } = await soups(ruth);
    const photo = (await processed(at, leo, await uploadPhoto(at, leo))).id;
    const hidden = (await processed(at, leo, await uploadPhoto(at, leo))).id;
    await sharePost(at, leo, { subcategory_id: id, media_ids: [photo] });
    const secret = await sharePost(at, leo, { subcategory_id: id, media_ids: [hidden], audience: 'guardians' });
    await sharePost(at, leo, { subcategory_id: id, audience_user_ids: [ruth.userId] });
    const gone = await sharePost(at, leo, { subcategory_id: id, media_ids: [(await processed(at, leo, await uploadPhoto(at, leo))).id] });
    await call(at, leo, 'DELETE', `/api/posts/${gone.id}`);
    expect(await soups(leo)).toMatchObject({ post_count: before + 3, cover: { id: hidden } });
    expect(await soups(ruth)).toMatchObject({ post_count: before + 2, cover: { id: photo } });
    expect(await soups(sam)).toMatchObject({ post_count: before + 2, cover: { id: hidden } });
    expect(await recipes(ruth)).toMatchObject({ post_count: before + 2, cover: { id: photo } });
    expect((await call(at, ruth, 'GET', '/api/treasures')).body).not.toContain(hidden);
    expect((await treasuresOf(stranger)).every(({ post_count, cover }) => post_count === 0 && cover === null)).toBe(true);
    await keep(leo, secret, null);
    expect(await soups(leo)).toMatchObject({ post_count: before + 2, cover: { id: photo } });
  });
});

describe('a shelf of one’s own', () => {
  it('is added by any member, and changed by its maker and the guardians', async () => {
    const mine = await shelf(ruth, '  Grandma Ruth’s ');
    expect(mine).toMatchObject({
      name: 'Grandma Ruth’s',
      slug: 'grandma-ruths',
      own: true,
      post_count: 0,
      cover: null,
      can: { edit: true, delete: true },
    });
    const url = `/api/treasures/subcategories/${mine.id}`;
    const seenBy = async (user: TestUser) => (await recipes(user)).subcategories.find(({ id }) => id === mine.id);
    expect((await recipes(leo)).subcategories.at(-1)).toMatchObject({ id: mine.id, can: { edit: false, delete: false } });
    expect((await call(at, leo, 'PATCH', url, { name: 'Mine' })).statusCode).toBe(403);
    expect((await call(at, leo, 'DELETE', url)).statusCode).toBe(403);
    expect((await call(at, sam, 'PATCH', url, { name: 'Ruth’s kitchen' })).json().data.subcategory).toMatchObject({
      slug: 'ruths-kitchen',
    });
    expect((await call(at, ruth, 'PATCH', url, { name: 'Ruth’s Kitchen' })).statusCode).toBe(200);
    expect((await call(at, ruth, 'DELETE', url)).statusCode).toBe(200);
    expect(await seenBy(ruth)).toBeUndefined();
    expect((await call(at, ruth, 'DELETE', url)).statusCode).toBe(404);
  });

  it('leaves its posts in the category when it goes', async () => {
    const mine = await shelf(nora, 'For Sundays');
    const post = await sharePost(at, leo, { subcategory_id: mine.id });
    const { post_count: before } = await recipes(nora);
    expect((await call(at, nora, 'DELETE', `/api/treasures/subcategories/${mine.id}`)).statusCode).toBe(200);
    expect((await call(at, leo, 'GET', `/api/posts/${post.id}`)).json().data.post).toMatchObject({
      subcategory_id: null,
      category_id: mine.category_id,
    });
    expect((await recipes(nora)).post_count).toBe(before);
    const kept = await call(at, ruth, 'GET', `/api/posts?category_id=${mine.category_id}&limit=100`);
    expect(kept.json().data.items.map(({ id }: { id: string }) => id)).toContain(post.id);
  });

  it('has a name that no other shelf of the category has, whatever the case', async () => {
    const mine = await shelf(ruth, 'Ostern');
    for (const name of ['ostern', 'OSTERN', 'soups AND stews']) {
      const answer = await add(nora, name);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors.name).toEqual(['There is a shelf with this name already.']);
    }
    expect((await call(at, ruth, 'PATCH', `/api/treasures/subcategories/${mine.id}`, { name: 'OSTERN' })).statusCode).toBe(200);
    const letters = (await treasuresOf(ruth)).find(({ slug }) => slug === 'letters-and-notes');
    const elsewhere = { category_id: letters!.id, name: 'Ostern' };
    expect((await call(at, ruth, 'POST', '/api/treasures/subcategories', elsewhere)).statusCode).toBe(201);
    expect((await call(at, stranger, 'POST', '/api/treasures/subcategories', { ...elsewhere, name: 'Ostern' })).statusCode).toBe(201);
  });

  it('is made once per key, also by two at once', async () => {
    const key = { 'idempotency-key': '0198f7a2-1111-4000-8000-000000000001' };
    const body = { category_id: (await recipes(ruth)).id, name: 'Once' };
    const answers = await Promise.all([0, 1].map(() => call(at, ruth, 'POST', '/api/treasures/subcategories', body, key)));
    expect(new Set(answers.map((answer) => answer.json().data.subcategory.id)).size).toBe(1);
    const rivals = await Promise.all([0, 1, 2].map(() => add(leo, 'Rivals')));
    expect(rivals.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
  });

  it('refuses what cannot be', async () => {
    const { id: category_id } = await recipes(ruth);
    for (const body of [
      {},
      { category_id },
      { category_id, name: ' ' },
      { category_id, name: 'x'.repeat(101) },
      { category_id: unknown, name: 'A' },
      { category_id: 7, name: 'A' },
    ])
      expect((await call(at, ruth, 'POST', '/api/treasures/subcategories', body)).statusCode).toBe(422);
    expect((await call(at, null, 'POST', '/api/treasures/subcategories', { category_id, name: 'A' })).statusCode).toBe(401);
    const { id } = await soups(ruth);
    expect((await call(at, nora, 'PATCH', `/api/treasures/subcategories/${id}`, { name: 'A' })).statusCode).toBe(403);
    expect((await call(at, nora, 'DELETE', `/api/treasures/subcategories/${id}`)).statusCode).toBe(403);
  });

  it('of another family is like one that does not exist', async () => {
    const mine = await shelf(ruth, 'Not for strangers');
    for (const [method, payload] of [
      ['PATCH', { name: 'A' }],
      ['DELETE', undefined],
    ] as const) {
      const [theirs, none] = [
        await call(at, stranger, method, `/api/treasures/subcategories/${mine.id}`, payload),
        await call(at, stranger, method, `/api/treasures/subcategories/${unknown}`, payload),
      ];
      expect(comparable(theirs)).toBe(comparable(none));
      expect(theirs.statusCode).toBe(404);
    }
    const post = await sharePost(at, stranger, {});
    for (const id of [mine.id, unknown]) {
      expect((await keep(stranger, post, id)).statusCode).toBe(422);
      expect((await call(at, stranger, 'POST', '/api/posts', { text: 'x', subcategory_id: id })).statusCode).toBe(422);
    }
    expect((await call(at, stranger, 'GET', `/api/posts?subcategory_id=${mine.id}`)).json().data.items).toEqual([]);
  });

  it('comes in a limited number', async () => {
    const { id: category_id } = await recipes(stranger);
    const { rows } = await at.platform.db.$client.query('select count(*)::int as n from treasure_subcategories where family_id = $1', [
      stranger.familyId,
    ]);
    await at.platform.db.$client.query(
      `insert into treasure_subcategories (id, category_id, family_id, slug, name, position)
       select gen_random_uuid(), $1, $2, 'a' || n, 'a' || n, n from generate_series(1, $3) n`,
      [category_id, stranger.familyId, ownSubcategoryLimit - rows[0].n],
    );
    expect((await add(stranger, 'One too many')).statusCode).toBe(409);
  });
});

describe('keeping a post', () => {
  it('is for its author and the guardians who see it', async () => {
    const { id } = await soups(ruth);
    const post = await sharePost(at, leo, {});
    expect((await keep(leo, post, id)).json().data.post).toMatchObject({ subcategory_id: id, can: { keep: true } });
    expect((await keep(ruth, post, null)).statusCode).toBe(403);
    expect((await keep(sam, post, null)).json().data.post).toMatchObject({ subcategory_id: null, category_id: null });
    const secret = await sharePost(at, leo, { audience: 'me' });
    expect((await keep(nora, secret, id)).statusCode).toBe(404);
    expect((await keep(stranger, post, id)).statusCode).toBe(404);
    expect((await call(at, null, 'PUT', `/api/posts/${post.id}/subcategory`, { subcategory_id: id })).statusCode).toBe(401);
    for (const body of [{}, { subcategory_id: 'soup' }, { subcategory_id: [id] }])
      expect((await call(at, leo, 'PUT', `/api/posts/${post.id}/subcategory`, body)).statusCode).toBe(422);
  });

  it('is also done while sharing and editing, and stays where an edit says nothing of it', async () => {
    const { id } = await soups(ruth);
    const post = await sharePost(at, leo, { subcategory_id: id });
    const edit = async (change: object) => (await call(at, leo, 'PATCH', `/api/posts/${post.id}`, change)).json().data.post;
    expect(await edit({ text: 'Stew' })).toMatchObject({ subcategory_id: id });
    expect(await edit({ subcategory_id: null })).toMatchObject({ subcategory_id: null });
    const items = (await call(at, ruth, 'GET', `/api/posts?subcategory_id=${id}&limit=100`)).json().data.items as { id: string }[];
    expect(items.some((one) => one.id === post.id)).toBe(false);
  });
});
