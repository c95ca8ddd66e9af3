import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@heartwood/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { alsoSent, bodies, familyField, hasAudience, namesNoFamily, queries, service, special } from './matrix-rows.ts';
import { castOf, changedSince, stateOf } from './matrix-state.ts';
import { mark } from './matrix-people.ts';
import { headerOf, makeParams, makeWorld, outside, roles, unknown, withoutMaker } from './matrix-world.ts';
import type { Role, World } from './matrix-world.ts';
import { call, comparable } from './members.ts';
import { readRoutes } from './routes.ts';

// Every route asked by everybody. The routes are those the server really has; what is expected follows from the contract's `access`, and from
// the rows of matrix-rows.ts where a role decides. A new route that nobody has thought about fails here.

const table = await readRoutes();
type Route = (typeof table)[number];
const promised = table.filter((route): route is Route & { config: { endpoint: Endpoint } } => route.config.endpoint !== undefined);

let at: TestApp;
let world: World;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  world = await makeWorld(at);
});
afterAll(() => at.close());

const envelope = ['success', 'status_code', 'message', 'request_id'];

/** What a role is to be answered. */
function expected({ key, url, config: { endpoint } }: (typeof promised)[number], role: Role): number {
  const said = special[key]?.[role];
  if (said !== undefined && !(role === 'not in the audience' && hasAudience(url))) return said;
  if (endpoint.access === 'public') return endpoint.status;
  if (unknown.includes(role)) return 401;
  if (endpoint.access === 'account') return endpoint.status;
  if (outside.includes(role)) return 404;
  if (role === 'family not covered') return key.startsWith('DELETE ') ? endpoint.status : 402;
  return role === 'not in the audience' && hasAudience(url) ? 404 : endpoint.status;
}

/** What a stream of events begins with; it does not end by itself. @returns undefined where none is opened */
async function openedStream(request: InjectOptions): Promise<LightMyRequestResponse | undefined> {
  const answer = await at.app.inject({ ...request, payloadAsStream: true });
  answer.stream().destroy();
  return answer.statusCode === 200 ? ({ statusCode: 200, headers: answer.headers, body: '' } as LightMyRequestResponse) : undefined;
}

/** Asks, and looks whether a refusal has left everything as it was. */
async function ask(
  route: Route,
  role: Role,
  params: Record<string, string>,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const names = route.config.access === 'member' && namesNoFamily(route.url) ? familyField(world, role) : {};
  const asked = await queries[route.key]?.(world, role);
  const given = await bodies[route.key]?.(world, role);
  if (given instanceof FormData) for (const [name, value] of Object.entries(names)) given.append(name, value);
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = given ? path : `${path}?${new URLSearchParams({ ...names, ...asked }).toString()}`;
  const payload = given instanceof FormData ? given : given && { ...given, ...names };
  const before = await stateOf(world);
  const request = {
    method: route.method as 'GET',
    url,
    headers: { ...headers, ...alsoSent[route.key] },
    ...(payload ? { payload } : {}),
  };
  const answer = (route.config.endpoint?.events && (await openedStream(request))) || (await at.app.inject(request));
  if (answer.statusCode >= 400) expect([role, 'changed', ...changedSince(before, await stateOf(world))]).toEqual([role, 'changed']);
  return answer;
}

test('every route has its row', () => {
  const missing = table.flatMap(({ key, url, config }) => {
    if (!config.access) return service[key] === undefined ? [`${key}: say in \`service\` what it answers`] : [];
    if (config.access === 'signed') return [];
    if (!config.endpoint) return [`${key}: is not of the contract`];
    const { body } = config.endpoint.schema;
    const bodyless = !body || body.safeParse({}).success || bodies[key];
    return [...withoutMaker(url).map((prefix) => `${prefix}: say how to make what it names`), ...(bodyless ? [] : [`${key}: give a body`])];
  });
  expect(missing).toEqual([]);
  const keys = new Set(table.map(({ key }) => key));
  expect([...Object.keys(special), ...Object.keys(bodies)].filter((key) => !keys.has(key))).toEqual([]);
});

async function everybodyAsks(route: (typeof promised)[number]): Promise<{ found: Record<string, number>; wanted: Record<string, number> }> {
  const found: Record<string, number> = {};
  const wanted: Record<string, number> = {};
  // Who gets nowhere leaves what the path names as it is: it serves for all of them.
  const shared = await makeParams(world, route.url, 'stranger');
  for (const role of roles) {
    const nobody = outside.includes(role) || unknown.includes(role);
    const params = nobody ? shared : await makeParams(world, route.url, role);
    const headers = await headerOf(world, role);
    const answer = await ask(route, role, params, headers);
    found[role] = answer.statusCode;
    wanted[role] = expected(route, role);
    const refused = answer.statusCode >= 400;
    if (refused && route.method !== 'HEAD') expect(Object.keys(answer.json()).filter((name) => name !== 'errors')).toEqual(envelope);
    if (nobody || refused) expect([role, answer.body.includes(mark)]).toEqual([role, false]);
    if (answer.statusCode !== 404 || !route.url.includes(':')) continue;
    const none = await ask(route, role, Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()])), headers);
    expect([role, comparable(answer)]).toEqual([role, comparable(none)]);
  }
  return { found, wanted };
}

describe.each(promised)('$key', (route) => {
  test('is answered as each may be', async () => {
    const before = await castOf(world);
    try {
      const { found, wanted } = await everybodyAsks(route);
      expect(found).toEqual(wanted);
    } finally {
      if ((await castOf(world)) !== before) world = await makeWorld(at);
    }
  }, 60_000);
});

describe('addresses of media', () => {
  test('open with their signature alone, for nobody without it', async () => {
    for (const role of roles) {
      const answer = await at.app.inject({ url: '/api/private/media/x/thumb.webp?e=1&s=x', headers: await headerOf(world, role) });
      expect([role, answer.statusCode]).toEqual([role, 403]);
    }
  });
});

describe('routes of the service', () => {
  test.each(Object.entries(service).filter(([, status]) => status !== 'varies'))('%s', async (key, status) => {
    const [method = '', url = ''] = key.split(' ');
    for (const role of ['no token', 'stranger', 'owner'] as const) {
      const answer = await at.app.inject({ method: method as 'GET', url, headers: await headerOf(world, role) });
      expect([role, answer.statusCode, answer.body.includes(mark)]).toEqual([role, status, false]);
    }
  });
});

test('a form names its family too, wherever in it', async () => {
  const route = promised.find(({ key }) => key === 'POST /api/media')!;
  const headers = await headerOf(world, 'stranger');
  expect((await ask(route, 'stranger', {}, headers)).statusCode).toBe(404);
});

test('ids in a body open nothing of another family', async () => {
  const { owner, stranger } = world.cast;
  const [person, post] = ['/api/family-relationships/show/:id', '/api/posts/:id'].map((url) => makeParams(world, url, 'owner'));
  const [{ id: personId }, { id: postId }] = (await Promise.all([person, post])) as [{ id: string }, { id: string }];
  const medium = (await makeParams(world, '/api/media/:id', 'owner')) as { id: string };
  const before = await stateOf(world);
  for (const [url, body, status] of [
    ['/api/family-relationships/update', { id: personId, name: 'Mine now' }, 404],
    ['/api/posts', { text: 'a', people: [personId] }, 422],
    ['/api/posts', { text: 'a', media_ids: [medium.id] }, 422],
    ['/api/moments', { title: 'a', people: [personId] }, 422],
    ['/api/moments', { title: 'a', person: personId }, 404],
    ['/api/posts', { text: 'a', audience_user_ids: [owner.userId] }, 422],
    [`/api/families/${stranger.familyId}/owner`, { user_id: owner.userId }, 422],
    [`/api/posts/${postId}/comments`, { text: 'a', family_id: stranger.familyId }, 404],
  ] as const) {
    const answer = await call(at, stranger, 'POST', url, body);
    expect([url, answer.statusCode, answer.body.includes(mark)]).toEqual([url, status, false]);
  }
  expect(changedSince(before, await stateOf(world))).toEqual([]);
});
