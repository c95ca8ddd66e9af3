import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FamilyRole } from '@heartwood/contract/family';
import type { Audience } from '@heartwood/contract/posts';
import { addComment } from '#features/comments/actions.ts';
import { endMembership, joinFamily, startFamily } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, removeMember } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { deletePost, listenersTo, sharePost, visiblePost } from './actions.ts';
import { heartsOf, isMediumShown } from './queries.ts';
import { mayRestore, maySeePost } from './rules.ts';
import { uploadPhoto } from '#test/media.ts';

let at: TestApp;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

const unknown = '0198f7a2-0000-7000-8000-000000000001';
const category = '01930000-0000-7000-8000-000000000300';
const shelf = '01930000-0000-7000-8000-000000000301';

describe('every way to a post', { timeout: 120_000 }, () => {
  let nora: TestUser;
  let sam: TestMember;
  let ruth: TestMember;
  let leo: TestMember;
  let hanna: TestMember;
  let stranger: TestUser;

  beforeAll(async () => {
    nora = await registerParent(at.app);
    stranger = await registerParent(at.app, { lastname: 'Stone' });
    sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
    ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    leo = await addMember(at, nora.familyId, 'relative', 'Leo');
    hanna = await addMember(at, nora.familyId, 'relative', 'Hanna');
  });

  /** A post by Leo with a photo, and his comment with another. */
  const prepare = async (input: object) => {
    const [photo, voice] = [await uploadPhoto(at, leo), await uploadPhoto(at, leo)];
    const shared = await call(at, leo, 'POST', '/api/posts', {
      text: 'Something',
      media_ids: [photo],
      people: [leo.personId],
      occurred_on: '2020-11-21',
      subcategory_id: shelf,
      ...input,
    });
    expect(shared.statusCode, shared.body).toBe(201);
    const id = shared.json().data.post.id as string;
    const comment = (await call(at, leo, 'POST', `/api/posts/${id}/comments`, { text: 'Well', media_id: voice })).json().data.comment
      .id as string;
    return { id, comment, photo, voice };
  };

  type Prepared = Awaited<ReturnType<typeof prepare>>;
  type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** What an unknown id is answered, by way: the same for everybody. */
  const nothing: Record<string, string> = {};

  /** Which ways lead a user to a post: each answers whether it showed something of it, or says what an unknown id would not. */
  const waysOf = async (user: TestUser, { id, comment, photo, voice }: Prepared): Promise<Record<string, boolean>> => {
    const ways: Record<string, boolean> = {};
    const byId = async (name: string, method: Method, url: (id: string) => string, known: string, payload?: object) => {
      const none = (nothing[name] ??= comparable(await call(at, user, method, url(unknown), payload)));
      expect(none).toMatch(/^404 /);
      ways[name] = comparable(await call(at, user, method, url(known), payload)) !== none;
    };
    const inList = async (name: string, url: string) => {
      const answer = await call(at, user, 'GET', url);
      ways[name] = answer.body.includes(id) || answer.body.includes(photo);
    };
    for (const [name, query] of Object.entries({
      list: '',
      author: `&author=${leo.userId}`,
      person: `&person=${leo.personId}`,
      slug: '&person=leo',
      kind: '&kind=memory',
      days: '&from=2020-11-21&to=2020-11-21',
      words: '&q=something',
      pictures: '&media=image',
      shelf: `&subcategory_id=${shelf}`,
      category: `&category_id=${category}`,
    }))
      await inList(name, `/api/posts?limit=100&family_id=${nora.familyId}${query}`);
    await inList('search', `/api/search?q=Something&family_id=${nora.familyId}`);
    await inList('search of what is nearly right', `/api/search?q=Somethnig&family_id=${nora.familyId}`);
    await inList('search of comments', `/api/search?q=well&family_id=${nora.familyId}`);
    await inList('by the day', `/api/posts?sort=occurred&limit=100&family_id=${nora.familyId}`);
    await inList('deleted', `/api/posts/deleted?limit=100&family_id=${nora.familyId}`);
    await inList('on this day', `/api/on-this-day?limit=100&family_id=${nora.familyId}`);
    await byId('show', 'GET', (one) => `/api/posts/${one}`, id);
    await byId('keep', 'PUT', (one) => `/api/posts/${one}/subcategory`, id, { subcategory_id: 7 });
    await byId('edit', 'PATCH', (one) => `/api/posts/${one}`, id, { text: 7 });
    await byId('hearts', 'GET', (one) => `/api/posts/${one}/hearts`, id);
    await byId('heart', 'PUT', (one) => `/api/posts/${one}/heart`, id);
    await byId('unheart', 'DELETE', (one) => `/api/posts/${one}/heart`, id);
    await byId('comments', 'GET', (one) => `/api/posts/${one}/comments`, id);
    await byId('comment', 'POST', (one) => `/api/posts/${one}/comments`, id, { text: '' });
    await byId('edit a comment', 'PATCH', (one) => `/api/comments/${one}`, comment, { text: 7 });
    await byId('restore a comment', 'POST', (one) => `/api/comments/${one}/restore`, comment);
    await byId('photo', 'GET', (one) => `/api/media/${one}`, photo);
    await byId('photo of a comment', 'GET', (one) => `/api/media/${one}`, voice);
    await byId('restore', 'POST', (one) => `/api/posts/${one}/restore`, id);
    return ways;
  };

  const expectWays = async (user: TestUser, post: Prepared, open: boolean) => {
    const ways = await waysOf(user, post);
    expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map((name) => [name, open && name !== 'deleted'])));
  };

  const cases: [string, () => object, () => [string, TestUser, boolean][]][] = [
    [
      'for the family',
      () => ({}),
      () => [
        ['owner', nora, true],
        ['guardian', sam, true],
        ['relative', ruth, true],
        ['author', leo, true],
        ['stranger', stranger, false],
      ],
    ],
    [
      'for guardians',
      () => ({ audience: 'guardians' }),
      () => [
        ['owner', nora, true],
        ['guardian', sam, true],
        ['relative', ruth, false],
        ['author', leo, true],
        ['stranger', stranger, false],
      ],
    ],
    [
      'for people',
      () => ({ audience_user_ids: [ruth.userId] }),
      () => [
        ['owner', nora, false],
        ['guardian', sam, false],
        ['named', ruth, true],
        ['not named', hanna, false],
        ['author', leo, true],
        ['stranger', stranger, false],
      ],
    ],
    [
      'for nobody',
      () => ({ audience_user_ids: [] }),
      () => [
        ['owner', nora, false],
        ['guardian', sam, false],
        ['relative', ruth, false],
        ['author', leo, true],
        ['stranger', stranger, false],
      ],
    ],
    [
      'for me',
      () => ({ audience: 'me' }),
      () => [
        ['owner', nora, false],
        ['guardian', sam, false],
        ['relative', ruth, false],
        ['author', leo, true],
        ['stranger', stranger, false],
      ],
    ],
  ];
  it.each(cases)('is open to its audience alone: %s', async (_name, input, viewers) => {
    const post = await prepare(input());
    for (const [, user, open] of viewers()) await expectWays(user, post, open);
  });

  it('needs a token', async () => {
    const { id, comment } = await prepare({});
    const calls = [
      ['GET', '/api/posts'],
      ['POST', '/api/posts'],
      ['GET', '/api/posts/deleted'],
      ['GET', '/api/on-this-day'],
      ['GET', `/api/posts/${id}`],
      ['PATCH', `/api/posts/${id}`],
      ['DELETE', `/api/posts/${id}`],
      ['POST', `/api/posts/${id}/restore`],
      ['PUT', `/api/posts/${id}/heart`],
      ['PUT', `/api/posts/${id}/subcategory`],
      ['GET', '/api/posts/years'],
      ['GET', '/api/posts/summary'],
      ['GET', '/api/memory-counts'],
      ['GET', '/api/treasures'],
      ['GET', '/api/search?q=x'],
      ['DELETE', `/api/posts/${id}/heart`],
      ['GET', `/api/posts/${id}/hearts`],
      ['GET', `/api/posts/${id}/comments`],
      ['POST', `/api/posts/${id}/comments`],
      ['PATCH', `/api/comments/${comment}`],
      ['DELETE', `/api/comments/${comment}`],
      ['POST', `/api/comments/${comment}/restore`],
    ] as const;
    for (const [method, url] of calls)
      expect([url, (await call(at, null, method, url, method === 'GET' ? undefined : {})).statusCode]).toEqual([url, 401]);
    for (const headers of [{ authorization: 'Bearer x' }, { authorization: `Basic ${leo.token}` }])
      expect((await call(at, null, 'GET', '/api/posts', undefined, headers)).statusCode).toBe(401);
  });

  it('is closed to whoever is not a member any longer, also where they are named, and stays closed after coming back', async () => {
    const [family, named] = [await prepare({}), await prepare({ audience_user_ids: [hanna.userId, ruth.userId] })];
    await expectWays(hanna, named, true);
    await removeMember(at, nora, hanna.userId);
    for (const post of [family, named]) await expectWays(hanna, post, false);
    expect((await call(at, leo, 'GET', `/api/posts/${named.id}`)).json().data.post.audience_user_ids).toEqual([ruth.userId]);
    await at.platform.db.transaction((tx) =>
      joinFamily(at.platform, tx, {
        familyId: nora.familyId,
        userId: hanna.userId,
        firstname: 'Hanna',
        lastname: 'Berg',
        role: 'relative',
      }),
    );
    await expectWays(hanna, family, true);
    await expectWays(hanna, named, false);
  });

  it('is closed to an author who has left, and what they said stays, with their name', async () => {
    const arthur = await addMember(at, nora.familyId, 'relative', 'Arthur');
    const { id } = (await call(at, arthur, 'POST', '/api/posts', { text: 'The plum tree' })).json().data.post;
    await call(at, arthur, 'PUT', `/api/posts/${id}/heart`);
    await call(at, arthur, 'POST', `/api/posts/${id}/comments`, { text: 'It was in spring' });
    await removeMember(at, nora, arthur.userId);
    expect((await call(at, arthur, 'GET', `/api/posts/${id}`)).statusCode).toBe(404);
    const author = { user_id: arthur.userId, heartwood_id: arthur.personId, name: 'Arthur Whitlock' };
    const post = (await call(at, ruth, 'GET', `/api/posts/${id}`)).json().data.post;
    expect(post).toMatchObject({ author, latest_comment: { author }, hearts: { count: 1 } });
    expect((await call(at, ruth, 'GET', `/api/posts/${id}/hearts`)).json().data.items).toMatchObject([author]);
  });

  it('is closed once it is deleted, to everybody', async () => {
    const post = await prepare({});
    await call(at, leo, 'DELETE', `/api/posts/${post.id}`);
    for (const user of [nora, sam, ruth, hanna, stranger]) await expectWays(user, post, false);
    const open = async (user: TestUser) => Object.entries(await waysOf(user, post)).flatMap(([name, is]) => (is ? [name] : []));
    await call(at, leo, 'POST', `/api/posts/${post.id}/restore`);
    await call(at, sam, 'DELETE', `/api/posts/${post.id}`);
    for (const other of [nora, ruth, hanna, stranger]) await expectWays(other, post, false);
    expect(await open(sam)).toEqual(['deleted', 'restore']);
    await call(at, sam, 'DELETE', `/api/posts/${post.id}`);
    // Who has uploaded a photo sees its state as long as it is kept.
    expect(await open(leo)).toEqual(['deleted', 'photo', 'photo of a comment', 'restore']);
  });

  it('brings nothing back for a guardian who is not in the audience', async () => {
    const post = await prepare({ audience: 'me' });
    await call(at, leo, 'DELETE', `/api/posts/${post.id}`);
    for (const user of [nora, sam, ruth, stranger])
      expect((await call(at, user, 'POST', `/api/posts/${post.id}/restore`)).statusCode).toBe(404);
    expect((await call(at, leo, 'POST', `/api/posts/${post.id}/restore`)).statusCode).toBe(200);
  });
});

describe('the rule in the database', () => {
  const roles: FamilyRole[] = ['owner', 'guardian', 'relative', 'relative'];
  let users: TestUser[];
  beforeAll(async () => {
    users = [];
    for (const _ of [0, 1, 2, 3, 4, 5]) users.push(await registerParent(at.app));
  });

  const family = fc.array(fc.record({ role: fc.constantFrom<FamilyRole>(...roles.slice(1)), leaves: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  const post = fc.record({
    author: fc.nat(5),
    audience: fc.constantFrom<Audience>('family', 'guardians', 'people', 'people', 'me'),
    named: fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
    kept: fc.boolean(),
    year: fc.integer({ min: 2019, max: 2022 }),
    deleted: fc.option(fc.nat(5), { freq: 2 }),
  });

  interface Seen {
    id: string;
    authorId: string;
    kept: boolean;
    year: number;
  }

  /** Every list, filter, search and count of a family is exactly of what somebody may see. */
  const expectLists = async (user: TestUser, familyId: string, seen: Seen[], owner: TestUser) => {
    const get = async (path: string) =>
      (await call(at, user, 'GET', `${path}${path.includes('?') ? '&' : '?'}family_id=${familyId}`)).json().data;
    const expectIds = (name: string, items: { id: string }[], of: Seen[]) =>
      expect([name, items.map(({ id }) => id).toSorted()]).toEqual([name, of.map(({ id }) => id).toSorted()]);
    const lists: [string, Seen[]][] = [
      ['', seen],
      [`&author=${owner.userId}`, seen.filter(({ authorId }) => authorId === owner.userId)],
      ['&kind=memory', seen],
      ['&kind=recipe', []],
      ['&from=2021-01-01&to=2021-12-31', seen.filter(({ year }) => year === 2021)],
      [`&subcategory_id=${shelf}`, seen.filter(({ kept }) => kept)],
      [`&category_id=${category}`, seen.filter(({ kept }) => kept)],
      ['&q=quin', seen],
      ['&q=plum', []],
    ];
    for (const [query, of] of lists) expectIds(query, (await get(`/api/posts?limit=100${query}`)).items, of);
    expectIds(
      'on this day',
      (await get('/api/on-this-day?limit=100&date=2022-11-21')).items,
      seen.filter(({ year }) => year < 2022),
    );
    const yearsOf = (of: Seen[]) => [...new Set(of.map(({ year }) => year))].toSorted((a, b) => b - a);
    expect((await get('/api/posts/years')).years).toEqual(yearsOf(seen));
    expect((await get('/api/posts/years?kept=1')).years).toEqual(yearsOf(seen.filter(({ kept }) => kept)));
    for (const q of ['quince', 'quincee']) {
      const { posts, comments } = await get(`/api/search?q=${q}`);
      expectIds(q, posts, seen);
      expect(comments.map((one: { post_id: string }) => one.post_id).toSorted()).toEqual(seen.map(({ id }) => id).toSorted());
    }
    expectIds(
      'search in a year',
      (await get('/api/search?q=quince&year=2020')).posts,
      seen.filter(({ year }) => year === 2020),
    );
    const told = new Map<string, number>();
    for (const { authorId, kept } of seen) if (kept) told.set(authorId, (told.get(authorId) ?? 0) + 1);
    const { authors } = await get(`/api/posts/summary?subcategory_id=${shelf}`);
    expect(new Map(authors.map((one: { user_id: string; post_count: number }) => [one.user_id, one.post_count]))).toEqual(told);
    const { categories } = await get('/api/treasures');
    const counts = Object.fromEntries(categories.map((one: { id: string; post_count: number }) => [one.id, one.post_count]));
    expect([counts[category], Object.values(counts).reduce((a, b) => Number(a) + Number(b))]).toEqual(
      Array(2).fill(seen.filter(({ kept }) => kept).length),
    );
  };

  it('shows exactly what the rule in words says, to every member, and nothing to whoever has left', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(family, fc.array(post, { minLength: 1, maxLength: 6 }), async (others, given) => {
        const { platform } = at;
        const [owner] = users as [TestUser];
        const familyId = await platform.db.transaction((tx) =>
          startFamily(platform, tx, { userId: owner.userId, firstname: 'A', lastname: 'B', name: 'A family', trial: true }),
        );
        const members = [
          { user: owner, role: 'owner' as FamilyRole, leaves: false },
          ...others.map((other, index) => ({ ...other, user: users[index + 1] as TestUser })),
        ];
        for (const { user, role } of members.slice(1)) {
          await platform.db.transaction((tx) =>
            joinFamily(platform, tx, { familyId, userId: user.userId, firstname: 'A', lastname: 'B', role }),
          );
        }
        const scopeOf = (user: TestUser) => enterFamily(platform.db, { userId: user.userId, currentFamilyId: familyId }, familyId);
        const shared = [];
        for (const { author, audience, named, kept, year, deleted } of given) {
          const by = members[author % members.length]?.user as TestUser;
          const names =
            audience === 'people' ? [...new Set(named.map((index) => members[index % members.length]?.user.userId as string))] : [];
          const id = await sharePost(platform, await scopeOf(by), {
            text: 'A quince',
            kind: 'memory',
            recipe: null,
            inspiration_slug: null,
            media_ids: [],
            people: [(await scopeOf(by)).personId],
            occurred_on: `${year}-11-21`,
            audience,
            audience_user_ids: names,
            subcategory_id: kept ? shelf : null,
            images: [],
          });
          await addComment(platform, await scopeOf(by), await visiblePost(platform, await scopeOf(by), id), {
            text: 'Quince',
            media_id: null,
          });
          const told = { id, authorId: by.userId, audience, audienceUserIds: names, kept, year };
          // Somebody deletes it who may: otherwise its author does.
          const other = members[(deleted ?? 0) % members.length]!;
          const may = other.role !== 'relative' && maySeePost({ userId: other.user.userId, role: other.role }, told);
          const deleter = deleted === null ? undefined : may ? other.user : by;
          if (deleter) await deletePost(platform, await scopeOf(deleter), await visiblePost(platform, await scopeOf(deleter), id));
          shared.push({ ...told, deletedBy: deleter?.userId ?? null });
        }
        for (const { user, leaves } of members) {
          if (leaves) await platform.db.transaction((tx) => endMembership(platform, tx, { familyId, userId: user.userId }, user.userId));
        }
        for (const { user, role, leaves } of members) {
          const listed = await call(at, user, 'GET', `/api/posts?limit=100&family_id=${familyId}`);
          if (leaves) {
            expect(listed.statusCode).toBe(404);
            continue;
          }
          const viewer = { userId: user.userId, role };
          const inAudience = shared.filter((one) => maySeePost(viewer, one));
          const seen = inAudience.filter((one) => one.deletedBy === null);
          const restorable = inAudience.filter((one) => one.deletedBy !== null && mayRestore(viewer, one));
          const deleted = (await call(at, user, 'GET', `/api/posts/deleted?limit=100&family_id=${familyId}`)).json().data.items;
          expect(deleted.map(({ id }: { id: string }) => id).toSorted()).toEqual(restorable.map(({ id }) => id).toSorted());
          const wanted = new Set(seen.map((one) => one.id));
          await expectLists(user, familyId, seen, members[0]?.user as TestUser);
          const scope = await scopeOf(user);
          for (const { id } of shared) expect((await heartsOf(platform.db, scope, id)) !== undefined).toBe(wanted.has(id));
          expect(await isMediumShown(platform.db, scope, unknown)).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });
});

it('whoever sees a post before and after it is shared with others hears of it meanwhile, too', async () => {
  const nora = await registerParent(at.app);
  const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  const named = { audience: 'people', audience_user_ids: [ruth.userId] };
  const post_id = (await call(at, nora, 'POST', '/api/posts', { text: 'Pancakes', ...named })).json().data.post.id as string;
  const listener = await enterFamily(at.platform.db, { userId: ruth.userId, currentFamilyId: nora.familyId }, nora.familyId);
  const told = { isDone: false };
  const sharing = (async () => {
    for (let n = 0; n < 40; n += 1)
      expect((await call(at, nora, 'PATCH', `/api/posts/${post_id}`, n % 2 ? named : { audience: 'family' })).statusCode).toBe(200);
  })().finally(() => (told.isDone = true));
  while (!told.isDone)
    expect(await listenersTo(at.platform, [listener], { familyId: nora.familyId, fact: { ids: { post_id } } })).toHaveLength(1);
  await sharing;
});
