import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion, commentOn, keepMoment, shareNext } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let leo: TestMember;
let stranger: TestUser;
beforeAll(async () => {
  at = await startApp();
  ({ nora, ruth, leo, stranger } = await makeFamily(at));
});
afterAll(() => at.close());

interface Found {
  questions: { id: string; answer_count: number; excerpt: { text: string; hit: boolean }[] }[];
  posts: { id: string; excerpt: { text: string; hit: boolean }[] }[];
  moments: { id: string; excerpt: { text: string; hit: boolean }[] }[];
  people: { name: string; heartwood_id: string; excerpt: { text: string; hit: boolean }[] }[];
  comments: { id: string; post_id: string; excerpt: { text: string; hit: boolean }[] }[];
  inspirations: { slug: string; excerpt: { text: string; hit: boolean }[] }[];
}
const search = async (user: TestUser, query: Record<string, string>): Promise<Found> => {
  const answer = await call(at, user, 'GET', `/api/search?${new URLSearchParams(query).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const posts = async (user: TestUser, q: string, more: Record<string, string> = {}) =>
  (await search(user, { q, ...more })).posts.map(({ id }) => id);
const hits = (excerpt: { text: string; hit: boolean }[]) => excerpt.filter(({ hit }) => hit).map(({ text }) => text);

describe('search', () => {
  it('finds words and their beginnings, in any case, order and accent, the newest first', async () => {
    const first = await shareNext(at, leo, 'I planted the plum tree the week your father was born.');
    const second = await shareNext(at, ruth, 'Crème brûlée under the PLUM TREES, for Łukasz and the Straße.');
    for (const q of ['plum', 'PLUM tre', 'tree plum', 'tree, plum!', '“plum”']) expect(await posts(nora, q)).toEqual([second, first]);
    for (const q of ['creme brulee', 'crème', 'cre\u0300me', 'lukasz', 'strasse']) expect(await posts(nora, q)).toEqual([second]);
    expect(await posts(nora, 'plum born')).toEqual([first]);
    const [found] = (await search(nora, { q: 'plum' })).posts;
    expect(hits(found!.excerpt)).toEqual(['PLUM']);
    for (const { excerpt } of (await search(nora, { q: 'plum' })).inspirations) expect(hits(excerpt).join()).toMatch(/plum/i);
  });

  it('finds what is written in other scripts, addresses and joined words', async () => {
    const post = await shareNext(at, leo, 'Бабушка пришла в гости. Η γιαγιά ήρθε. Grand-ma wrote to ruth@example.com 🎂 生日快乐');
    for (const q of ['бабушка', 'ГОСТИ', 'γιαγια', 'grand', 'ma wrote', 'example', '🎂', '快乐'])
      expect([q, await posts(nora, q)]).toEqual([q, [post]]);
  });

  it('finds what is nearly right, and parts of words, where nothing else is found', async () => {
    const post = await shareNext(at, leo, 'The sledge and the strawberries');
    for (const q of ['sldge', 'sledgge', 'strawberrys', 'berries']) expect([q, await posts(nora, q)]).toEqual([q, [post]]);
    expect(await posts(nora, 'xylophone')).toEqual([]);
  });

  it('finds people by their names and comments by their words', async () => {
    const emma = await addChild(at, nora, { name: 'Emma Zoë' });
    expect((await search(leo, { q: 'zoe' })).people.map(({ heartwood_id }) => heartwood_id)).toEqual([emma.heartwood_id]);
    expect((await search(leo, { q: 'Emam' })).people.map(({ heartwood_id }) => heartwood_id)).toEqual([emma.heartwood_id]);
    // One slip in a name of three letters, too; in what somebody is called otherwise ('Son') it is another word.
    const [slipped] = (await search(nora, { q: 'Ema' })).people;
    expect([slipped?.heartwood_id, hits(slipped?.excerpt ?? [])]).toEqual([emma.heartwood_id, ['Emma']]);
    expect((await search(nora, { q: 'xma' })).people).toEqual([]);
    expect((await search(stranger, { q: 'zoe' })).people).toEqual([]);
    const post = await shareNext(at, ruth, 'Something');
    const comment = (await commentOn(at, leo, post, { text: 'It was the marmalade, always' })).id;
    const { comments } = await search(nora, { q: 'marmal' });
    expect(comments).toMatchObject([{ id: comment, post_id: post }]);
    expect(hits(comments[0]!.excerpt)).toEqual(['marmalade']);
  });

  it('finds people by what they are called every day, to oneself and as the children’s grandparents', async () => {
    const say = async (by: TestUser, id: string, relationship_id: number) =>
      expect((await call(at, by, 'POST', '/api/family-relationships/update', { id, relationship_id })).statusCode).toBe(200);
    const named = async (user: TestUser, q: string) => (await search(user, { q })).people.map(({ name }) => name.split(' ')[0]);
    expect(await named(nora, 'grandma')).toEqual([]);
    await say(nora, ruth.personId, 24);
    for (const q of ['grandma', 'Oma', 'granny', 'Schwiegermutter', 'mother-in-law'])
      expect([q, await named(nora, q)]).toEqual([q, ['Ruth']]);
    // Others find her as the grandmother of the children, not as what she is to Nora.
    expect(await named(leo, 'Oma')).toEqual(['Ruth']);
    expect(await named(leo, 'Schwiegermutter')).toEqual([]);
    expect(await named(stranger, 'Oma')).toEqual([]);
    await say(nora, ruth.personId, 7);
    expect([await named(nora, 'mum'), await named(nora, 'Oma'), await named(nora, 'Opa')]).toEqual([['Ruth'], ['Ruth'], []]);
    // Who says that a child is their grandchild is a grandparent, whatever others have said.
    const [emma] = (await search(nora, { q: 'Emma' })).people;
    await say(leo, emma!.heartwood_id, 5);
    expect(await named(nora, 'grandpa')).toEqual(['Leo']);
    // A friend of the family has no such name.
    await say(leo, emma!.heartwood_id, 27);
    expect(await named(nora, 'grandpa')).toEqual([]);
  });

  it('finds nothing one may not see, nothing deleted and nothing of another family', async () => {
    const shown = await shareNext(at, leo, 'Quince for all');
    const guardians = await shareNext(at, leo, 'Quince for guardians', { audience: 'guardians' });
    const named = await shareNext(at, leo, 'Quince for Ruth', { audience_user_ids: [ruth.userId] });
    const own = await shareNext(at, leo, 'Quince for me', { audience: 'me' });
    const gone = await shareNext(at, leo, 'Quince no more');
    await call(at, leo, 'DELETE', `/api/posts/${gone}`);
    const onShown = (await commentOn(at, leo, shown, { text: 'quince yes' })).id;
    const onGuardians = (await commentOn(at, leo, guardians, { text: 'quince hush' })).id;
    const silent = (await commentOn(at, leo, shown, { text: 'quince silence' })).id;
    await call(at, leo, 'DELETE', `/api/comments/${silent}`);
    const found = async (user: TestUser, q: string) => {
      const { posts: some, comments } = await search(user, { q });
      return [...some, ...comments].map(({ id }) => id).toSorted();
    };
    for (const q of ['quince', 'quinze', 'uince']) {
      expect(await found(ruth, q)).toEqual([shown, named, onShown].toSorted());
      expect(await found(nora, q)).toEqual([shown, guardians, onShown, onGuardians].toSorted());
      expect(await found(leo, q)).toEqual([shown, guardians, named, own, onShown, onGuardians].toSorted());
      expect(await found(stranger, q)).toEqual([]);
    }
    expect((await call(at, stranger, 'GET', `/api/search?q=quince&family_id=${nora.familyId}`)).statusCode).toBe(404);
    expect((await call(at, ruth, 'GET', '/api/posts?q=quince')).json().data.items.map(({ id }: { id: string }) => id)).toEqual([
      named,
      shown,
    ]);
  });

  it('finds questions by their words, for whom they are asked and who asks, and none that is deleted', async () => {
    const ask = async (text: string, more: object = {}) => {
      at.clock.advance({ seconds: 1 });
      return (await askQuestion(at, nora, { text, ...more })).id;
    };
    const forAll = await ask('Who planted the Mirabelle, and when?');
    const forRuth = await ask('Which mirabelles did your mother boil?', { recipient_ids: [ruth.userId] });
    const deleted = await ask('Mirabelle or not?');
    await call(at, nora, 'DELETE', `/api/questions/${deleted}`);
    const closed = await ask('A mirabelle that is closed');
    await call(at, nora, 'PATCH', `/api/questions/${closed}`, { closed: true });
    const found = async (user: TestUser, q: string) => (await search(user, { q })).questions.map(({ id }) => id);
    for (const q of ['mirabelle', 'MIRAB', 'mirabell', 'mirabbelle', 'irabell']) {
      expect([q, await found(nora, q)]).toEqual([q, [closed, forRuth, forAll]]);
      expect([q, await found(ruth, q)]).toEqual([q, [closed, forRuth, forAll]]);
      expect([q, await found(leo, q)]).toEqual([q, [closed, forAll]]);
      expect([q, await found(stranger, q)]).toEqual([q, []]);
    }
    const [first] = (await search(leo, { q: 'planted' })).questions;
    expect([first!.id, hits(first!.excerpt), first!.answer_count]).toEqual([forAll, ['planted'], 0]);
    expect((await search(leo, { q: 'mirabelle', year: '2026' })).questions).toEqual([]);
    await call(at, nora, 'POST', `/api/questions/${deleted}/restore`);
    expect(await found(leo, 'mirabelle or')).toEqual([deleted]);
  });

  it('looks within one person, kind and year', async () => {
    const one = await shareNext(at, leo, 'Medlar', { people: [ruth.personId], occurred_on: '1974-03-02' });
    const two = await shareNext(at, leo, 'Medlar', { kind: 'video', occurred_on: '2019-12-31' });
    await commentOn(at, nora, one, { text: 'medlar' });
    expect(await posts(nora, 'medlar')).toEqual([two, one]);
    expect(await posts(nora, 'medlar', { person: ruth.personId })).toEqual([one]);
    expect(await posts(nora, 'medlar', { person: 'ruth' })).toEqual([one]);
    expect(await posts(nora, 'medlar', { kind: 'video' })).toEqual([two]);
    expect(await posts(nora, 'medlar', { year: '1974' })).toEqual([one]);
    expect(await posts(nora, 'medlra', { year: '2019' })).toEqual([two]);
    expect(await search(nora, { q: 'medlar', year: '2019' })).toMatchObject({ comments: [], people: [] });
    expect((await search(nora, { q: 'medlar', person: 'ruth' })).comments).toHaveLength(1);
  });

  it('answers at most twenty of each', async () => {
    for (let n = 0; n < 22; n += 1) await shareNext(at, leo, `Gooseberry ${n}`);
    expect((await search(nora, { q: 'gooseberry' })).posts).toHaveLength(20);
  });

  it('takes wildcards, signs and odd input as what they are', async () => {
    for (const q of [
      '%',
      '_',
      '%%',
      '\\',
      "'",
      '":*',
      '& | !',
      '<->',
      'a:*b',
      '()',
      "it's",
      '__lum',
      'pl%m',
      'x'.repeat(200),
      '‮',
      '\u200b',
    ])
      expect([q, (await search(nora, { q })).posts.every(({ excerpt }) => hits(excerpt).length > 0 || q.includes("'"))]).toEqual([q, true]);
    for (const q of ['%', '_', '%%', '\\', '&', '_____']) expect([q, await posts(nora, q)]).toEqual([q, []]);
  });

  it('refuses what is no search', async () => {
    expect((await call(at, null, 'GET', '/api/search?q=plum')).statusCode).toBe(401);
    for (const query of [
      '',
      'q=',
      'q=%20',
      `q=${'x'.repeat(201)}`,
      'q=a&q=b',
      'q=a&year=x',
      'q=a&year=0',
      'q=a&year=10000',
      'q=a&year=2020.5',
      'q=a&kind=all',
    ])
      expect([query, (await call(at, nora, 'GET', `/api/search?${query}`)).statusCode]).toEqual([query, 422]);
    expect((await call(at, nora, 'GET', '/api/search?q=%00')).statusCode).toBe(400);
  });
});

describe('a search for days', () => {
  it('finds what is of them, in both languages, with the other words; moments only for who may see them', async () => {
    const emma = await addChild(at, nora, { name: 'Emmeline' });
    const beach = await shareNext(at, leo, 'Sandcastles at the shore', { occurred_on: '2019-08-03' });
    const tent = await shareNext(at, leo, 'In the tent', { occurred_on: '2019-08-20' });
    await shareNext(at, leo, 'Skates', { occurred_on: '2019-12-20' });
    const { id } = await keepMoment(at, nora, { people: [emma.heartwood_id], title: 'Dived', occurred_on: '2019-08-05' });
    const found = await search(nora, { q: 'August 2019' });
    expect(found.posts.map((post) => post.id)).toEqual([tent, beach]);
    expect(found).toMatchObject({ days: { from: '2019-08-01', to: '2019-08-31' }, moments: [{ id, excerpt: [{ text: 'Dived' }] }] });
    expect(await posts(nora, 'Sommer 2019')).toEqual([tent, beach]);
    expect(await posts(nora, 'sandcastles in August 2019')).toEqual([beach]);
    expect((await search(leo, { q: 'August 2019' })).moments).toEqual([]);
    expect((await search(nora, { q: 'dived' })).moments).toMatchObject([{ id, excerpt: [{ text: 'Dived', hit: true }] }]);
    expect((await search(leo, { q: 'dived' })).moments).toEqual([]);
    expect(await posts(stranger, 'August 2019')).toEqual([]);
  });
});

describe('a search among treasures', () => {
  it('stays among what is kept, and names nobody', async () => {
    const kept = await shareNext(at, nora, 'Marmalade, Emmeline’s', { subcategory_id: '01930000-0000-7000-8000-000000000301' });
    const loose = await shareNext(at, nora, 'Marmalade on toast');
    expect(await posts(nora, 'marmalade')).toEqual([loose, kept]);
    const among = await search(nora, { q: 'marmalade', kept: '1' });
    expect(among.posts.map(({ id }) => id)).toEqual([kept]);
    expect([among.people, among.moments, among.inspirations]).toEqual([[], [], []]);
    expect((await call(at, nora, 'GET', '/api/search?q=a&kept=maybe')).statusCode).toBe(422);
  });

  it('finds also what is on no shelf, because its own has been removed; each of its years finds something', async () => {
    const own = { category_id: '01930000-0000-7000-8000-000000000300', name: 'Jars' };
    const shelf = (await call(at, nora, 'POST', '/api/treasures/subcategories', own)).json().data.subcategory.id as string;
    const kept = await shareNext(at, nora, 'Medlars in a jar', { subcategory_id: shelf, occurred_on: '1987-10-03' });
    await shareNext(at, nora, 'Medlars on the tree', { occurred_on: '1986-10-03' });
    const hushed = await shareNext(at, leo, 'Medlars for me', { subcategory_id: shelf, occurred_on: '1985-10-03', audience: 'me' });
    expect((await call(at, nora, 'DELETE', `/api/treasures/subcategories/${shelf}`)).statusCode).toBeLessThan(300);
    expect(await posts(nora, 'medlars', { kept: '1' })).toEqual([kept]);
    expect(await posts(leo, 'medlars', { kept: '1' })).toEqual([hushed, kept]);
    const years = async (user: TestUser, query = '') =>
      (await call(at, user, 'GET', `/api/posts/years${query}`)).json().data.years as number[];
    expect(await years(nora)).toContain(1986);
    const among = await years(nora, '?kept=1');
    expect(among).toContain(1987);
    for (const year of among) expect([year, await posts(nora, String(year), { kept: '1' })]).not.toEqual([year, []]);
    expect(await years(leo, '?kept=1')).toContain(1985);
    expect((await call(at, nora, 'GET', '/api/posts/years?kept=maybe')).statusCode).toBe(422);
  });
});
