import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@heartwood/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { keyless, takesKey } from './matrix-keys.ts';
import { requestOf } from './matrix-requests.ts';
import { bodies, hasAudience, service, special } from './matrix-rows.ts';
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

const ask = async (route: Route, request: InjectOptions): Promise<LightMyRequestResponse> =>
  (route.config.endpoint?.events && (await openedStream(request))) || at.app.inject(request);

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

/** A role's request; for what a path names, also the same for what does not exist. */
async function requestsOf(route: Route, role: Role, params: Record<string, string>) {
  const headers = await headerOf(world, role);
  const none = Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()]));
  return {
    role,
    real: await requestOf(world, route, role, params, headers),
    none: route.url.includes(':') ? await requestOf(world, route, role, none, headers) : undefined,
  };
}

type Requests = Awaited<ReturnType<typeof requestsOf>>;

async function statusOf(route: Route, { role, real, none }: Requests): Promise<number> {
  const answer = await ask(route, real);
  const isRefused = answer.statusCode >= 400;
  if (isRefused && route.method !== 'HEAD') expect(Object.keys(answer.json()).filter((name) => name !== 'errors')).toEqual(envelope);
  if (isRefused || outside.includes(role) || unknown.includes(role)) expect([role, answer.body.includes(mark)]).toEqual([role, false]);
  if (answer.statusCode === 404 && none) expect([role, comparable(answer)]).toEqual([role, comparable(await ask(route, none))]);
  return answer.statusCode;
}

/** Asks as each of those who are to be refused, between two looks at everything that is stored, and then as everybody else. */
async function everybodyAsks(route: (typeof promised)[number]) {
  // Who gets nowhere leaves what the path names as it is: it serves for all of them.
  const shared = await makeParams(world, route.url, 'stranger');
  const paramsOf = (role: Role) => (outside.includes(role) || unknown.includes(role) ? shared : makeParams(world, route.url, role));
  const [refused, admitted] = [true, false].map((isRefused) => roles.filter((role) => expected(route, role) >= 400 === isRefused)) as [
    Role[],
    Role[],
  ];
  const found: Partial<Record<Role, number>> = {};
  const prepared: Requests[] = [];
  for (const role of refused) prepared.push(await requestsOf(route, role, await paramsOf(role)));
  const before = await stateOf(world);
  for (const requests of prepared) found[requests.role] = await statusOf(route, requests);
  const changed = changedSince(before, await stateOf(world));
  for (const role of admitted) found[role] = await statusOf(route, await requestsOf(route, role, await paramsOf(role)));
  return { found, changed };
}

describe.each(promised)('$key', (route) => {
  test('is answered as each may be', async () => {
    const before = await castOf(world);
    try {
      const { found, changed } = await everybodyAsks(route);
      expect(found).toEqual(Object.fromEntries(roles.map((role) => [role, expected(route, role)])));
      expect(changed, 'by those who are refused').toEqual([]);
    } finally {
      if ((await castOf(world)) !== before) world = await makeWorld(at);
    }
  }, 60_000);
});

/** What makes something may be sent again. */
const posting = promised.filter(({ method }) => method === 'POST');
const making = posting.filter(({ key }) => keyless[key] === undefined && !takesKey.includes(key));

test('[R6.19] every POST takes an Idempotency-Key, or says why it needs none', () => {
  const keys = new Set(posting.map(({ key }) => key));
  expect([...Object.keys(keyless), ...takesKey].filter((key) => !keys.has(key))).toEqual([]);
  expect(posting.filter(({ key, config: { endpoint } }) => endpoint.status === 201 && key in keyless)).toEqual([]);
});

test.each(making)('[R6.19] $key stores its key with what it has made', async (route) => {
  const before = await castOf(world);
  const request = await requestOf(world, route, 'owner', await makeParams(world, route.url, 'owner'), await headerOf(world, 'owner'));
  const key = randomUUID();
  const answer = await ask(route, { ...request, headers: { ...request.headers, 'idempotency-key': key } });
  const { rows } = await at.platform.db.$client.query('select created_id from idempotency_keys where key = $1', [key]);
  if ((await castOf(world)) !== before) world = await makeWorld(at);
  expect(answer.statusCode, answer.body).toBe(route.config.endpoint.status);
  expect(rows).toEqual([{ created_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
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
  const request = await requestOf(world, route, 'stranger', {}, await headerOf(world, 'stranger'));
  const before = await stateOf(world);
  expect((await ask(route, request)).statusCode).toBe(404);
  expect(changedSince(before, await stateOf(world))).toEqual([]);
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
