import type { Endpoint } from '@heartwood/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { addMember, call } from './members.ts';
import { makeParams, makeWorld } from './matrix-world.ts';
import type { World } from './matrix-world.ts';
import { readRoutes } from './routes.ts';

// Every query that the contract knows, from the route table: what is asked for is what is answered, or it is refused.

const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => {
  const schema = endpoint.schema.querystring;
  return schema instanceof z.ZodObject ? schema.shape : {};
};
const table = (await readRoutes())
  .flatMap(({ method, url, key, config: { endpoint } }) =>
    method !== 'HEAD' && endpoint ? [{ method: method as 'GET', url, fields: Object.keys(shapeOf(endpoint)), key }] : [],
  )
  .filter(({ fields }) => fields.length > 0);
const lists = table.filter(({ fields }) => fields.includes('cursor'));
type Route = (typeof table)[number];

let at: TestApp;
let world: World;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  world = await makeWorld(at);
});
afterAll(() => at.close());

const urlOf = async ({ url }: Route) => {
  const params = await makeParams(world, url, 'owner');
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
};
const ask = (url: string, query: string, { method }: Pick<Route, 'method'> = { method: 'GET' }) =>
  call(at, world.cast.owner, method, `${url}?${query}`);

test('the table of routes has queries and lists', () => {
  expect(table.length).toBeGreaterThan(12);
  expect(lists.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'GET /api/posts',
      'GET /api/on-this-day',
      'GET /api/moments',
      'GET /api/posts/:id/comments',
      'GET /api/posts/:id/hearts',
    ]),
  );
});

describe.each(table)('$key', (route) => {
  test('takes each of its fields once', async () => {
    const url = await urlOf(route);
    for (const field of route.fields)
      for (const value of ['2', 'a', '']) {
        const { statusCode } = await ask(url, `${field}=${value}&${field}=${value}`, route);
        expect([field, value, statusCode]).toEqual([field, value, field === 'family_id' ? 404 : 422]);
      }
  });

  test('takes no field of another kind for its own', async () => {
    const url = await urlOf(route);
    for (const field of route.fields.filter((one) => /^(limit|sort|kind|from|to|date|year|author|.*_id)$/.test(one)))
      for (const value of ['%25', '_', "'", '-1', '1.5', '%F0%9F%92%9A', '[]', '{}', 'newest;drop', 'x'.repeat(3_000)]) {
        const { statusCode } = await ask(url, `${field}=${value}`, route);
        expect([field, value, statusCode]).toEqual([field, value, field === 'family_id' ? 404 : 422]);
      }
  });

  test('takes wildcards for what they are', async () => {
    const url = await urlOf(route);
    for (const field of route.fields.filter((one) => ['q', 'person'].includes(one)))
      for (const value of ['%25', '_', '%25%25%25', '__________', '%5C']) {
        const answer = await ask(url, `${field}=${value}`, route);
        expect(answer.statusCode).toBeLessThan(500);
        const { items, posts, comments } = (answer.json().data ?? {}) as Record<string, unknown[]>;
        for (const found of [items, posts, comments]) expect([field, value, found ?? []]).toEqual([field, value, []]);
      }
  });
});

describe.each(lists)('$key', (route) => {
  test('goes on only from a cursor of its own', async () => {
    const [url, another] = [await urlOf(route), lists.find(({ key }) => key !== route.key && !key.includes(':')) as Route];
    await urlOf(another);
    const foreign = at.platform.cursors.seal(another.key, world.cast.owner.userId, ['2026-01-01T00:00:00.000Z', crypto.randomUUID()]);
    for (const cursor of [
      foreign,
      'x',
      '.',
      '..',
      'bnVsbA.AAAA',
      `${foreign}x`,
      foreign.slice(0, -1),
      foreign.replace('.', ''),
      '%00x',
      'x'.repeat(501),
      'x'.repeat(6_000),
    ]) {
      const { statusCode } = await ask(url, `cursor=${cursor}`);
      expect([cursor.slice(0, 30), statusCode]).toEqual([cursor.slice(0, 30), cursor === '%00x' ? 400 : 422]);
    }
  });
});

test('a cursor belongs to its list, its filters and its user', async () => {
  const { owner } = world.cast;
  const other = await addMember(at, owner.familyId, 'guardian', 'Gwen');
  const post = (await call(at, owner, 'POST', '/api/posts', { text: 'One', occurred_on: '2020-11-21' })).json().data.post.id as string;
  await call(at, owner, 'POST', '/api/posts', { text: 'Two', occurred_on: '2021-11-21' });
  for (const text of ['a', 'b']) await call(at, owner, 'POST', `/api/posts/${post}/comments`, { text });
  for (const user of [owner, other]) await call(at, user, 'PUT', `/api/posts/${post}/heart`);
  for (const title of ['a', 'b']) await call(at, owner, 'POST', '/api/moments', { people: [other.personId], title });
  const urls = [
    '/api/posts',
    '/api/posts?sort=occurred',
    '/api/on-this-day',
    `/api/posts/${post}/comments`,
    `/api/posts/${post}/hearts`,
    '/api/moments',
  ];
  const withCursor = (url: string, cursor: string) => `${url}${url.includes('?') ? '&' : '?'}limit=1&cursor=${cursor}`;
  const cursors = new Map<string, string>();
  for (const url of urls)
    cursors.set(url, (await call(at, owner, 'GET', withCursor(url, '').replace('&cursor=', ''))).json().data.next_cursor as string);
  for (const [from, cursor] of cursors)
    for (const to of [...urls, '/api/posts?kind=memory', '/api/posts?q=one', '/api/on-this-day?date=2026-11-20']) {
      const own = from === to;
      expect([from, to, (await call(at, owner, 'GET', withCursor(to, cursor))).statusCode]).toEqual([from, to, own ? 200 : 422]);
      expect([from, to, (await call(at, other, 'GET', withCursor(to, cursor))).statusCode]).toEqual([from, to, 422]);
    }
});

test('posts that answer a question: of one that is not there there are none', async () => {
  const { owner } = world.cast;
  await call(at, owner, 'POST', '/api/posts', { text: 'No answer' });
  const asked = await call(at, owner, 'GET', `/api/posts?question_id=${crypto.randomUUID()}`);
  expect([asked.statusCode, asked.json().data]).toEqual([200, { items: [], next_cursor: null }]);
  expect((await call(at, owner, 'GET', '/api/posts?question_id=1')).statusCode).toBe(422);
});
