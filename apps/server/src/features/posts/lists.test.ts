import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Post } from '@heartwood/contract/posts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let emma: { id: string; slug: string };
const posts: string[] = [];

/** Seven posts, the n-th shared n minutes after the first: even ones are Ruth's, every third is about Emma, their days are years apart. */
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  const child = (await call(at, nora, 'POST', '/api/family-relationships', { name: 'Emma', relationship_id: 3 })).json().data.relationship;
  emma = { id: child.heartwood_id, slug: child.slug };
  for (let n = 0; n < 7; n += 1) {
    const input = {
      text: `${n}`,
      occurred_on: `${2010 + n}-11-21`,
      people: n % 3 === 0 ? [emma.id] : [],
      kind: n === 5 ? 'video' : 'memory',
    };
    posts.push((await call(at, n % 2 === 0 ? ruth : nora, 'POST', '/api/posts', input)).json().data.post.id);
    at.clock.advance({ minutes: 1 });
  }
});
afterAll(() => at.close());

const list = async (query: string, user: TestUser = nora, path = '/api/posts') => {
  const answer = await call(at, user, 'GET', `${path}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data as { items: Post[]; next_cursor: string | null };
};
const numbers = ({ items }: { items: Post[] }) => items.map((post) => Number(post.text));

async function pages(query: string, path?: string): Promise<number[][]> {
  const found: number[][] = [];
  for (let cursor = ''; ;) {
    const page = await list(`${query}${cursor}`, nora, path);
    found.push(numbers(page));
    if (page.next_cursor === null) return found;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

describe('the list', () => {
  it('is newest first, twenty at a time, and says where it goes on', async () => {
    expect(numbers(await list(''))).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await pages('limit=3')).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    expect(await pages('limit=7')).toEqual([[6, 5, 4, 3, 2, 1, 0]]);
  });

  it('shows each post once where several were shared in the same moment, and new ones only at its top', async () => {
    const same: string[] = [];
    for (const text of ['7', '8', '9']) same.push((await call(at, nora, 'POST', '/api/posts', { text })).json().data.post.id);
    const first = await list('limit=2');
    expect((await call(at, nora, 'POST', '/api/posts', { text: '10' })).statusCode).toBe(201);
    const second = await list(`limit=1&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map((post) => post.id)).toEqual(same.toReversed());
    for (const { id } of (await list('limit=4')).items) await call(at, nora, 'DELETE', `/api/posts/${id}`);
    expect(numbers(await list(''))).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it('is in the order of the memories where that is asked for, also of one person, and follows a changed day', async () => {
    expect(await pages('sort=occurred&limit=3')).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    const changed = await call(at, ruth, 'PATCH', `/api/posts/${posts[0]}`, { occurred_on: '2014-01-01' });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await pages('sort=occurred&limit=2')).toEqual([[6, 5], [4, 0], [3, 2], [1]]);
    expect(await pages(`sort=occurred&person=${emma.id}&limit=2`)).toEqual([[6, 0], [3]]);
    expect(numbers(await list(`sort=occurred&person=${emma.slug}&from=2013-11-21&to=2014-01-01`))).toEqual([0, 3]);
    expect(numbers(await list(`person=${emma.slug}`))).toEqual([6, 3, 0]);
    await call(at, ruth, 'PATCH', `/api/posts/${posts[0]}`, { occurred_on: '2010-11-21', people: [emma.id] });
    expect(await pages(`sort=occurred&person=${emma.id}&limit=1`)).toEqual([[6], [3], [0]]);
  });

  it('shows each memory of one day once, page by page', async () => {
    const same: string[] = [];
    for (const text of ['7', '8', '9']) {
      const input = { text, occurred_on: '2009-02-03', people: [emma.id] };
      same.push((await call(at, nora, 'POST', '/api/posts', input)).json().data.post.id);
    }
    for (const query of ['', `&person=${emma.id}`]) {
      const found = await pages(`sort=occurred&limit=1&to=2009-12-31${query}`);
      expect(found).toEqual([[9], [8], [7]]);
    }
    for (const id of same) await call(at, nora, 'DELETE', `/api/posts/${id}`);
  });

  it('counts the memories of each person, as far as one may see them', async () => {
    const count = async (user: TestUser) =>
      (await call(at, user, 'GET', '/api/memory-counts')).json().data.people as { heartwood_id: string; memories: number }[];
    expect(await count(nora)).toEqual([{ heartwood_id: emma.id, memories: 3 }]);
    const input = { text: '7', people: [emma.id, ruth.personId], audience: 'guardians' };
    const { id } = (await call(at, nora, 'POST', '/api/posts', input)).json().data.post;
    expect(new Map((await count(nora)).map((row) => [row.heartwood_id, row.memories]))).toEqual(
      new Map([
        [emma.id, 4],
        [ruth.personId, 1],
      ]),
    );
    expect(await count(ruth)).toEqual([{ heartwood_id: emma.id, memories: 3 }]);
    await call(at, nora, 'DELETE', `/api/posts/${id}`);
    expect(await count(nora)).toEqual([{ heartwood_id: emma.id, memories: 3 }]);
    const other = await registerParent(at.app, { lastname: 'Stone' });
    expect(await count(other)).toEqual([]);
    expect((await call(at, other, 'GET', `/api/memory-counts?family_id=${nora.familyId}`)).statusCode).toBe(404);
  });

  it('asks the database as often for one post as for many', async () => {
    const pool = at.platform.db.$client;
    const query = vi.spyOn(pool, 'query');
    const asked = async (limit: number) => {
      query.mockClear();
      await list(`limit=${limit}`);
      return query.mock.calls.length;
    };
    // Jobs ask the same pool meanwhile, until they are done.
    const counts = async () => [await asked(1), await asked(7), await asked(100)];
    await expect.poll(counts, { timeout: 20_000 }).toEqual([3, 3, 3]);
    query.mockRestore();
  });

  it('can be narrowed, and goes on narrowed', async () => {
    expect(numbers(await list(`person=${emma.slug}`))).toEqual([6, 3, 0]);
    expect(numbers(await list(`person=${emma.id.toUpperCase()}`))).toEqual([6, 3, 0]);
    expect(await pages(`person=${emma.id}&limit=2`)).toEqual([[6, 3], [0]]);
    expect(await pages(`author=${ruth.userId}&limit=3`)).toEqual([[6, 4, 2], [0]]);
    expect(numbers(await list('kind=video'))).toEqual([5]);
    expect(numbers(await list('from=2012-11-21&to=2014-11-21'))).toEqual([4, 3, 2]);
    expect(numbers(await list('from=2012-11-22&to=2014-11-20'))).toEqual([3]);
    expect(numbers(await list(`author=${ruth.userId}&person=emma&from=2011-01-01&kind=memory`))).toEqual([6]);
    expect(numbers(await list('from=2014-01-01&to=2013-01-01'))).toEqual([]);
  });

  it('is empty for somebody nobody knows, and for who is somebody else’s', async () => {
    const stranger = await registerParent(at.app, { firstname: 'Otto', lastname: 'Stone' });
    for (const word of ['nobody', stranger.userId, "' or 1=1 --", '%', '_mma', ''])
      expect(numbers(await list(`person=${encodeURIComponent(word)}`))).toEqual([]);
    expect(numbers(await list(`author=${stranger.userId}`))).toEqual([]);
  });

  it('takes an id for the person it is of, whoever is called like it', async () => {
    const trick = await call(at, nora, 'POST', '/api/family-relationships', { name: emma.id, relationship_id: 28 });
    expect(trick.json().data.relationship.slug).toBe(emma.id);
    expect(numbers(await list(`person=${emma.id}`))).toEqual([6, 3, 0]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'kind=poem',
    'kind=video&kind=memory',
    'author=nora',
    'from=yesterday',
    'to=2026-02-30',
    'from=0000-01-01',
    'person=a&person=b',
    'sort=best',
    'cursor=x',
    'cursor=x.y',
  ])('refuses %s', async (query) => {
    const answer = await call(at, nora, 'GET', `/api/posts?${query}`);
    expect([answer.statusCode, answer.json().status_code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(answer.json().errors)).toEqual([query.split('=')[0]]);
  });

  it.each([
    ['cursor', 501],
    ['person', 201],
  ])('refuses a %s of %i characters', async (name, length) => {
    expect((await call(at, nora, 'GET', `/api/posts?${name}=${'x'.repeat(length)}`)).statusCode).toBe(422);
  });

  it('goes on for the same user and the same list only', async () => {
    const { next_cursor: cursor } = await list('limit=2');
    const { next_cursor: narrowed } = await list('limit=2&person=emma');
    const other = await registerParent(at.app, { lastname: 'Stone' });
    const tried: [TestUser, string][] = [
      [ruth, `cursor=${cursor}`],
      [other, `cursor=${cursor}`],
      [nora, `cursor=${cursor}&person=emma`],
      [nora, `cursor=${cursor}&sort=occurred`],
      [nora, `cursor=${narrowed}`],
      [nora, `cursor=${narrowed}&person=ruth`],
      [nora, `cursor=${cursor?.replace('.', 'A.')}`],
    ];
    for (const [user, query] of tried) expect((await call(at, user, 'GET', `/api/posts?${query}`)).statusCode).toBe(422);
    expect((await call(at, nora, 'GET', `/api/on-this-day?cursor=${cursor}`)).statusCode).toBe(422);
    expect((await call(at, nora, 'GET', `/api/posts?cursor=${cursor}`)).statusCode).toBe(200);
  });

  it('is the list of the family that is named', async () => {
    const second = (await call(at, nora, 'POST', '/api/families', { name: 'Another' })).json().data.family.id;
    await at.platform.db.$client.query('update families set trial_ends_at = $2 where id = $1', [second, new Date('2030-01-01')]);
    const { id } = (await call(at, nora, 'POST', '/api/posts', { text: '99', family_id: second })).json().data.post;
    expect(numbers(await list(`family_id=${second}`))).toEqual([99]);
    expect(numbers(await list(`family_id=${nora.familyId}`))).toEqual([6, 5, 4, 3, 2, 1, 0]);
    await call(at, nora, 'POST', `/api/families/${nora.familyId}/current`);
    expect((await call(at, nora, 'GET', `/api/posts/${id}`)).json().data.post.family_id).toBe(second);
    expect((await call(at, ruth, 'GET', `/api/posts/${id}`)).statusCode).toBe(404);
  });
});

describe('on this day', () => {
  const onDay = async (query: string) => numbers(await list(query, nora, '/api/on-this-day'));

  it('shows the same day of earlier years, the latest first, in pages', async () => {
    expect(await onDay('')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await onDay('date=2013-11-21')).toEqual([2, 1, 0]);
    expect(await onDay('date=2013-11-22')).toEqual([]);
    expect(await pages('limit=3', '/api/on-this-day')).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    at.clock.set('2026-11-22T00:00:00Z');
    expect(await onDay('')).toEqual([]);
    at.clock.set('2026-11-21T10:00:00Z');
  });

  it('remembers 29 February in every year', async () => {
    for (const [text, occurred_on] of [
      ['28', '2019-02-28'],
      ['29', '2020-02-29'],
    ])
      await call(at, nora, 'POST', '/api/posts', { text, occurred_on });
    expect(await onDay('date=2023-02-28')).toEqual([29, 28]);
    expect(await onDay('date=2024-02-28')).toEqual([28]);
    expect(await onDay('date=2024-02-29')).toEqual([29]);
    expect(await onDay('date=2023-03-01')).toEqual([]);
    expect(await onDay('date=2020-02-29')).toEqual([]);
  });

  it.each(['date=today', 'date=2023-02-29', 'date=0000-02-28', 'limit=0', 'cursor=x'])('refuses %s', async (query) => {
    expect((await call(at, nora, 'GET', `/api/on-this-day?${query}`)).statusCode).toBe(422);
  });
});
