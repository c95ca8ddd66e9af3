import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipeLimits } from '@heartwood/contract/limits';
import type { Post } from '@heartwood/contract/posts';
import { presentComments } from '#features/comments/present.ts';
import { enterFamily } from '#features/family/scope.ts';
import { readerIn } from '#platform/archive/chapter.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { uploadPhoto } from '#test/media.ts';
import { call, comparable, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { postsChapter } from './erasure.ts';

let at: TestApp;
let family: TestFamily;
let nora: TestUser;
beforeAll(async () => {
  at = await startApp();
  family = await makeFamily(at);
  ({ nora } = family);
});
afterAll(() => at.close());

const soup = (more: object = {}) => ({
  title: 'Ruth’s tomato soup',
  from: { heartwood_id: family.ruth.personId, name: 'Ruth' },
  portions: 6,
  prepare_minutes: 15,
  cook_minutes: 40,
  ingredients: [
    { amount: '1 1/2', unit: 'kg', what: 'ripe tomatoes' },
    { amount: '½', unit: '', what: 'onion' },
    { amount: 'a bit', unit: '', what: 'of sugar,  but don’t tell anyone' },
  ],
  steps: [
    { text: 'Cut the onion.\n\nNot brown.', media_ids: [], timer_seconds: null },
    { text: 'Lid on.', media_ids: [], timer_seconds: 1_800 },
  ],
  ...more,
});
const share = (recipe: object | null, more: object = {}, by: TestUser = nora) => call(at, by, 'POST', '/api/posts', { recipe, ...more });
const edit = (id: string, change: object, by: TestUser = nora, headers: Record<string, string> = {}) =>
  call(at, by, 'PATCH', `/api/posts/${id}`, change, headers);
const one = async (id: string, by: TestUser = nora): Promise<Post> => (await call(at, by, 'GET', `/api/posts/${id}`)).json().data.post;
const shared = (recipe: object, more: object = {}) => sharePost(at, nora, { text: '', recipe, ...more });
const refused = (answer: Awaited<ReturnType<typeof share>>) => [answer.statusCode, answer.json().errors];

describe('a recipe', () => {
  it('is shared word for word, without a story, and read by all who see its post', async () => {
    const post = await shared(soup());
    expect(post).toMatchObject({ kind: 'recipe', text: '', recipe: soup() });
    expect(post.recipe).toEqual(soup());
    expect((await one(post.id, family.leo)).recipe).toEqual(soup());
    expect(comparable(await call(at, family.stranger, 'GET', `/api/posts/${post.id}`))).toBe(
      comparable(await call(at, family.stranger, 'GET', `/api/posts/${randomUUID()}`)),
    );
    expect((await call(at, null, 'POST', '/api/posts', { recipe: soup() })).statusCode).toBe(401);
  });

  it('is found in the list of its kind, and other posts have none', async () => {
    const plain = await sharePost(at, nora, { text: 'No recipe' });
    expect(plain).not.toHaveProperty('recipe');
    const { items } = (await call(at, nora, 'GET', '/api/posts?kind=recipe')).json().data as { items: Post[] };
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ kind, recipe }) => kind === 'recipe' && recipe !== undefined)).toBe(true);
  });

  it('says nothing of what nobody has said', async () => {
    const { recipe } = await shared({ title: 'Toast', steps: ['Toast it.'], ingredients: ['bread'] });
    expect(recipe).toEqual({
      title: 'Toast',
      from: null,
      portions: null,
      prepare_minutes: null,
      cook_minutes: null,
      ingredients: [{ amount: '', unit: '', what: 'bread' }],
      steps: [{ text: 'Toast it.', media_ids: [], timer_seconds: null }],
    });
    expect((await shared(soup({ from: { name: 'Tante Käthe' } }))).recipe?.from).toEqual({ heartwood_id: null, name: 'Tante Käthe' });
    expect((await shared(soup({ from: { name: '  ', heartwood_id: '' } }))).recipe?.from).toBeNull();
  });

  it('comes as a form with bracket keys', async () => {
    const form = new FormData();
    const fields = {
      'recipe[title]': 'Dal',
      'recipe[portions]': '4',
      'recipe[from][name]': 'Priya',
      'recipe[ingredients][0][amount]': '250',
      'recipe[ingredients][0][unit]': 'g',
      'recipe[ingredients][0][what]': 'red lentils',
      'recipe[steps][0]': 'Rinse the lentils.',
      'recipe[steps][1][text]': 'Simmer.',
      'recipe[steps][1][timer_seconds]': '1500',
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const answer = await call(at, nora, 'POST', '/api/posts', form);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().data.post.recipe).toMatchObject({
      title: 'Dal',
      portions: 4,
      from: { heartwood_id: null, name: 'Priya' },
      ingredients: [{ amount: '250', unit: 'g', what: 'red lentils' }],
      steps: [
        { text: 'Rinse the lentils.', timer_seconds: null },
        { text: 'Simmer.', timer_seconds: 1_500 },
      ],
    });
  });

  it('is one per key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = (recipe: object) => call(at, nora, 'POST', '/api/posts', { recipe }, headers);
    const [first, again, other] = [await send(soup()), await send(soup()), await send(soup({ portions: 7 }))];
    expect(again.json().data.post.id).toBe(first.json().data.post.id);
    expect(other.statusCode).toBe(409);
  });
});

describe('what is not valid is named by its path', () => {
  it.each([
    ['no title', { title: ' ' }, 'recipe.title', 'Title Required'],
    ['too long a title', { title: 'x'.repeat(201) }, 'recipe.title', 'Title must contain 200 characters at most'],
    ['negative portions', { portions: -4 }, 'recipe.portions', 'Portions must be between 1 and 100'],
    ['portions for nobody', { portions: 0 }, 'recipe.portions', 'Portions must be between 1 and 100'],
    ['portions that are no number', { portions: 'NaN' }, 'recipe.portions', 'Portions must be a number'],
    ['portions without end', { portions: 'Infinity' }, 'recipe.portions', 'Portions must be a number'],
    ['half a portion', { portions: 1.5 }, 'recipe.portions', 'Portions must be a number'],
    ['too long a time', { cook_minutes: 10_081 }, 'recipe.cook_minutes', 'Time to cook must be between 0 and 10,080 min'],
    ['a time before', { prepare_minutes: -1 }, 'recipe.prepare_minutes', 'Time to prepare must be between 0 and 10,080 min'],
    ['500 steps', { steps: Array.from({ length: 500 }, () => 'Stir.') }, 'recipe.steps', 'Steps is not valid.'],
    ['101 ingredients', { ingredients: Array.from({ length: 101 }, () => 'salt') }, 'recipe.ingredients', 'Ingredients is not valid.'],
    ['an ingredient that is none', { ingredients: [{ amount: '1' }] }, 'recipe.ingredients.0.what', 'What Required'],
    ['an amount that is no text', { ingredients: [{ amount: { n: 1 }, what: 'x' }] }, 'recipe.ingredients.0.amount', undefined],
    ['a long amount', { ingredients: [{ amount: '1'.repeat(41), what: 'x' }] }, 'recipe.ingredients.0.amount', undefined],
    ['a step without words', { steps: [{ text: '' }] }, 'recipe.steps.0.text', 'Text Required'],
    ['a long step', { steps: ['ok', 'x'.repeat(2_001)] }, 'recipe.steps.1.text', 'Text must contain 2000 characters at most'],
    ['a timer of no time', { steps: [{ text: 'Wait', timer_seconds: 0 }] }, 'recipe.steps.0.timer_seconds', undefined],
    ['steps that are no list', { steps: { a: 1 } }, 'recipe.steps', 'Steps is not valid.'],
    ['somebody unknown', { from: { heartwood_id: randomUUID() } }, 'recipe.from.heartwood_id', 'Heartwood id is not valid.'],
    [
      'a photo of nothing',
      { steps: ['ok', { text: 'Look', media_ids: [randomUUID()] }] },
      'recipe.steps.1.media_ids.0',
      'Photos is not valid.',
    ],
  ])('%s', async (_, wrong, path, said) => {
    const answer = await share(soup(wrong));
    expect(refused(answer)).toEqual([422, { [path]: said === undefined ? [expect.any(String)] : [said] }]);
    const { id } = await shared(soup());
    expect(Object.keys((await edit(id, { recipe: soup(wrong) })).json().errors)).toEqual([path]);
    expect((await one(id)).recipe).toEqual(soup());
  });

  it('a recipe that is none, a kind that is another, a person and a photo of another family', async () => {
    expect(refused(await share(null, { kind: 'recipe', text: 'Soup' }))).toEqual([422, { recipe: ['Recipe Required'] }]);
    expect(refused(await share(soup(), { kind: 'video' }))).toEqual([422, { kind: ['Kind is not valid.'] }]);
    expect(Object.keys((await share([] as unknown as object)).json().errors)).toEqual(['recipe']);
    const otto = (await addChild(at, family.stranger, { name: 'Otto' })).heartwood_id;
    expect((await share(soup({ from: { heartwood_id: otto } }))).statusCode).toBe(422);
    const theirs = await uploadPhoto(at, family.stranger);
    expect((await share(soup({ steps: [{ text: 'Look', media_ids: [theirs] }] }), { media_ids: [theirs] })).statusCode).toBe(422);
    const { id } = await sharePost(at, nora, { text: 'A memory' });
    expect(refused(await edit(id, { recipe: soup() }))).toEqual([422, { recipe: ['Recipe is not valid.'] }]);
  });

  it('at its limits it is taken', async () => {
    const full = {
      title: 'x'.repeat(200),
      portions: recipeLimits.portions.max,
      prepare_minutes: 0,
      cook_minutes: recipeLimits.minutes,
      ingredients: Array.from({ length: recipeLimits.ingredients }, () => ({
        amount: 'a'.repeat(40),
        unit: 'u'.repeat(40),
        what: 'w'.repeat(200),
      })),
      steps: Array.from({ length: recipeLimits.steps }, () => ({
        text: 't'.repeat(2_000),
        media_ids: [],
        timer_seconds: recipeLimits.timer,
      })),
    };
    expect((await shared(full)).recipe).toEqual({ ...full, from: null });
  });
});

describe('changing it', () => {
  it('keeps it where only the story changes, and takes another whole one; of a version one knows', async () => {
    const post = await shared(soup());
    const { etag } = (await call(at, nora, 'GET', `/api/posts/${post.id}`)).headers;
    const told = await edit(post.id, { text: 'The day the bus never came.' }, nora, { 'if-match': String(etag) });
    expect(told.json().data.post).toMatchObject({ text: 'The day the bus never came.', recipe: soup() });
    const stale = await edit(post.id, { recipe: soup({ portions: 2 }) }, nora, { 'if-match': String(etag) });
    expect([stale.statusCode, (await one(post.id)).recipe?.portions]).toEqual([409, 6]);
    expect((await edit(post.id, { recipe: soup({ portions: 2, steps: [] }), text: '' })).json().data.post).toMatchObject({
      text: '',
      recipe: { portions: 2, steps: [] },
    });
    expect((await edit(post.id, { recipe: soup() }, family.sam)).statusCode).toBe(403);
    expect((await edit(post.id, { recipe: null })).statusCode).toBe(422);
  });

  it('takes a photo from a step when it leaves the post', async () => {
    const [pot, bowl] = [await uploadPhoto(at, nora), await uploadPhoto(at, nora)];
    const steps = [{ text: 'Look', media_ids: [bowl, pot], timer_seconds: null }];
    const post = await shared(soup({ steps }), { media_ids: [pot, bowl] });
    expect(post.recipe?.steps).toEqual(steps);
    await edit(post.id, { media_ids: [bowl] });
    expect((await one(post.id)).recipe?.steps[0]?.media_ids).toEqual([bowl]);
    expect((await edit(post.id, { recipe: soup({ steps }), media_ids: [bowl] })).statusCode).toBe(422);
  });

  it('keeps the name when the person it comes from goes', async () => {
    const aunt = (await addChild(at, nora, { name: 'Käthe' })).heartwood_id;
    const [named, unnamed] = [
      await shared(soup({ from: { heartwood_id: aunt, name: 'Käthe' } })),
      await shared(soup({ from: { heartwood_id: aunt } })),
    ];
    expect(named.recipe?.from).toEqual({ heartwood_id: aunt, name: 'Käthe' });
    expect((await call(at, nora, 'DELETE', `/api/family-relationships/${aunt}`)).statusCode).toBe(200);
    expect((await one(named.id)).recipe?.from).toEqual({ heartwood_id: null, name: 'Käthe' });
    expect((await one(unnamed.id)).recipe?.from).toBeNull();
  });

  it('is called by its title among what was deleted, and comes back whole', async () => {
    const post = await shared(soup({ title: 'Burnt soup' }));
    await call(at, nora, 'DELETE', `/api/posts/${post.id}`);
    const [deleted] = (await call(at, nora, 'GET', '/api/posts/deleted')).json().data.items;
    expect(deleted).toMatchObject({ id: post.id, kind: 'recipe', title: 'Burnt soup' });
    const back = await call(at, nora, 'POST', `/api/posts/${post.id}/restore`);
    expect(back.json().data.post.recipe).toEqual(soup({ title: 'Burnt soup' }));
  });
});

describe('finding it', () => {
  it('by its title and by what goes into it, also with a slip, and not by what was taken out', async () => {
    const post = await shared(soup({ title: 'Grandfather’s Bouillabaisse', ingredients: ['saffron', 'rødgrød'] }), {
      text: 'For the harbour',
    });
    const found = async (q: string, by: TestUser = nora) => {
      const { posts } = (await call(at, by, 'GET', `/api/search?q=${encodeURIComponent(q)}`)).json().data;
      return (posts as (Post & { excerpt: { text: string; hit: boolean }[] })[]).filter(({ id }) => id === post.id);
    };
    for (const q of ['bouillabaisse', 'saffron', 'rodgrod', 'saffr harbour', 'bouilabaise'])
      expect([q, (await found(q)).length]).toEqual([q, 1]);
    const [hit] = await found('saffron');
    expect(hit?.excerpt.filter((fragment) => fragment.hit).map(({ text }) => text)).toEqual(['saffron']);
    const listed = await call(at, nora, 'GET', '/api/posts?kind=recipe&q=saffron');
    expect(listed.json().data.items.map(({ id }: Post) => id)).toEqual([post.id]);
    await edit(post.id, { recipe: soup({ ingredients: ['fennel'] }), audience: 'me' });
    expect([(await found('saffron')).length, (await found('fennel')).length]).toEqual([0, 1]);
    expect(await found('fennel', family.ruth)).toEqual([]);
  });

  it('in an export, for programs and for readers', async () => {
    const post = await shared(soup(), { text: 'A story' });
    const scope = await enterFamily(at.platform.db, { userId: nora.userId, currentFamilyId: nora.familyId });
    const chapter = postsChapter(presentComments);
    if (chapter.of !== 'family') throw new Error('posts are a family’s');
    for await (const { data, row, heading, lines } of chapter.entries(at.platform, scope, readerIn('en'))) {
      if ((data as Post).id !== post.id) continue;
      expect(data).toMatchObject({ kind: 'recipe', recipe: soup() });
      expect(heading).toBe('Ruth’s tomato soup, 21 November 2026');
      expect(row['export.archive.columns.title']).toBe('Ruth’s tomato soup');
      expect(lines.slice(0, 9)).toEqual([
        'From Ruth Whitlock',
        'Serves 6',
        'Prepare: 15 min',
        'Cook: 40 min',
        '1 1/2 kg ripe tomatoes',
        '½ onion',
        'a bit of sugar,  but don’t tell anyone',
        '1. Cut the onion.\n\nNot brown.',
        '2. Lid on.',
      ]);
      return;
    }
    throw new Error('the recipe is not in the export');
  });
});
