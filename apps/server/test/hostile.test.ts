import { type Endpoint, refusal } from '@heartwood/contract/endpoint';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { bodies, namesNoFamily } from './matrix-rows.ts';
import { castOf } from './matrix-state.ts';
import { headerOf, makeParams, makeWorld, renewOwner } from './matrix-world.ts';
import type { World } from './matrix-world.ts';
import { readRoutes } from './routes.ts';

// Whatever is sent, to whichever route there is: an answer of the contract or a refusal in its envelope, never an error of the server's own,
// and the server is there a moment later.

// A stream of events does not end; what it makes of bad input is in its own test.
const table = (await readRoutes()).flatMap(({ method, url, key, config: { endpoint } }) =>
  method !== 'HEAD' && endpoint && !endpoint.events ? [{ method, url, endpoint: endpoint as Endpoint, key }] : [],
);
type Route = (typeof table)[number];

let at: TestApp;
let world: World;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  world = await makeWorld(at);
});
afterAll(() => at.close());
let before = '';
beforeEach(async () => {
  before = await castOf(world);
});
afterEach(async () => {
  if ((await castOf(world)) !== before) world = await makeWorld(at);
});

/** A call that would succeed, as the family's owner; its session is its own. */
async function good(
  route: Route,
): Promise<{ method: 'POST'; url: string; headers: Record<string, string>; body: Record<string, unknown> }> {
  if ((await at.platform.db.$client.query('select 1 from users where id = $1', [world.cast.owner.userId])).rowCount === 0)
    await renewOwner(world);
  const params = await makeParams(world, route.url, 'owner');
  const url = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = await bodies[route.key]?.(world, 'owner');
  const body = given && !(given instanceof FormData) ? (given as Record<string, unknown>) : {};
  return { method: route.method as 'POST', url, headers: await headerOf(world, 'owner'), body };
}

/** Whether a success leaves what the path names as it was, or changed: a film that something is made of stays, too. */
const leavesIt = ({ method, key }: Route): boolean => ['GET', 'PUT', 'PATCH'].includes(method) || key === 'POST /api/media/:id/trim';

/** After a success: what the path names may be used up, so the next call is about another one. */
async function renew(route: Route, call: Awaited<ReturnType<typeof good>>): Promise<void> {
  if (!leavesIt(route)) Object.assign(call, await good(route));
}

const hidden = /at (Object|Module|async)|node_modules|\.ts:\d|select |insert into|relation "|pg_|Drizzle|zod|fastify/i;

/** Sends something and looks whether the answer is one of the contract's. */
async function send(what: string, options: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await at.app.inject(options);
  const seen = [what, answer.statusCode, answer.body.slice(0, 300)];
  expect(seen).toEqual([what, expect.toSatisfy((status: number) => status >= 200 && status < 500), seen[2]]);
  if (answer.statusCode >= 400) {
    expect([what, refusal.strict().safeParse(answer.json()).success]).toEqual([what, true]);
    expect([what, hidden.exec(answer.body)?.[0]]).toEqual([what, undefined]);
  }
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  return answer;
}

/** Every field of a body, with what it may hold at most; texts in lists and objects too. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.keys(shape);
}

const deep = (levels: number, leaf: unknown = 1): unknown => {
  let value = leaf;
  for (let n = 0; n < levels; n += 1) value = n % 2 ? [value] : { a: value };
  return value;
};
const json = { 'content-type': 'application/json' };

/** What people, families, shelves and devices are called. */
const names: ReadonlySet<string> = new Set(['name', 'firstname', 'lastname', 'relationship_label', 'device_name']);

/** Values in the place of any field. Those that no form can mean are 400. */
const values: [string, unknown][] = [
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a lone low surrogate', '\udc00'],
  ['a million characters', 'x'.repeat(900_000)],
  ['10,000 combining marks', `a${'\u0301'.repeat(10_000)}`],
  ['a list', ['a', 'b']],
  ['an object', { a: 1 }],
  ['an object with $ and operators', { $gt: '', $ne: null }],
  ['a number', 1e308],
  ['a negative number', -1],
  ['a huge whole number', 12345678901234567890n.toString()],
  ['a boolean', true],
  ['null', null],
  ['nothing but spaces', ' \t\n'],
  ['a bell and an override', '\u0007\u202e<script>alert(1)</script>'],
  ['SQL', `'; drop table users; --`],
  ['wildcards', '%_\\%'],
  ['a template', '${process.env} {{7*7}} <%= 7 %>'],
  ['a path', '../../../../etc/passwd'],
  ['a line break', 'a@example.com\r\nBcc: b@example.com'],
  ['a day that is none', '0000-00-00'],
  ['a year long ago', '-271821-04-20'],
  ['twenty levels and more', deep(60)],
  ['ten thousand entries', Array.from({ length: 10_000 }, (_, n) => n)],
  ['an empty list', []],
  ['a file that is none', { path: '/etc/passwd', sha256: 'x', size: 1, filename: 'a', type: 'image/png' }],
];

/** The same in fields that no form has, which change nothing. */
const unheardOf = values.map(([name, value], at): [name: string, more: object] => [name, { [`unheard_of_${at}`]: value }]);
/** Whether a value may stand in such a field: some are refused wherever they stand. */
const isTaken = ([name]: [string, object]): boolean => !/NUL|surrogate|levels/.test(name);

/** The fields of a call that name somebody or something. */
const namesIn = (route: Route): string[] => fieldsOf(route.endpoint.schema.body).filter((field) => names.has(field));

test.each(table.filter((route) => namesIn(route).length > 0))(
  '$key refuses a name of 4,000 characters with the words of its field',
  async (route) => {
    const call = await good(route);
    for (const field of namesIn(route)) {
      const payload = JSON.stringify({ ...call.body, [field]: 'x'.repeat(4_000) });
      const answer = await send(`4,000 characters as ${field}`, { ...call, headers: { ...call.headers, ...json }, payload });
      expect([field, answer.statusCode]).toEqual([field, 422]);
      expect(answer.json().errors[field]).toEqual([expect.stringMatching(/ must contain 100 characters at most$/)]);
    }
  },
);

describe.each(table)('$key', (route) => {
  const known = fieldsOf(route.endpoint.schema.body);
  const fields = [...known, ...(route.endpoint.access === 'member' && namesNoFamily(route.url) ? ['family_id'] : [])];

  test('any value in any field', async () => {
    if (route.method === 'GET') return expect(route.endpoint.schema.body).toBeUndefined();
    const call = await good(route);
    const sendMore = async (what: string, more: object): Promise<boolean> => {
      const payload = JSON.stringify({ ...call.body, ...more });
      const answer = await send(`${what} in what is no field`, { ...call, headers: { ...call.headers, ...json }, payload });
      if (answer.statusCode < 300) await renew(route, call);
      return answer.statusCode < 300;
    };
    // What goes well with all of them goes well with each of them.
    if (!(await sendMore('everything that is taken', Object.assign({}, ...unheardOf.filter(isTaken).map(([, more]) => more)))))
      for (const [name, more] of unheardOf.filter(isTaken)) await sendMore(name, more);
    for (const [name, more] of unheardOf.filter((one) => !isTaken(one))) await sendMore(name, more);
    for (const [name, value] of values) {
      for (const field of name.startsWith('a million') ? fields.slice(0, 2) : fields) {
        const sent = { ...call, headers: { ...call.headers, ...json }, payload: JSON.stringify({ ...call.body, [field]: value }) };
        const began = performance.now();
        const answer = await send(`${name} as ${field}`, sent);
        if (/NUL|surrogate/.test(name) && field !== 'family_id' && !route.endpoint.stream)
          expect([name, answer.statusCode]).toEqual([
            name,
            answer.statusCode === 401 || answer.statusCode === 404 || answer.statusCode === 402 || answer.statusCode === 403
              ? answer.statusCode
              : 400,
          ]);
        expect(performance.now() - began).toBeLessThan(5_000);
        if (answer.statusCode < 300) await renew(route, call);
      }
    }
  }, 240_000);

  test('any body', async () => {
    const call = await good(route);
    const raw: [string, string | Buffer, Record<string, string>][] = [
      ['broken JSON', '{"a":', json],
      ['no JSON at all', 'nonsense', json],
      ['NaN', '{"a": NaN}', json],
      ['two values', '{} {}', json],
      ['a BOM', '\ufeff{}', json],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]), json],
      ['UTF-16', Buffer.from('{"a": 1}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
      ['a text', '"text"', json],
      ['a number', '7', json],
      ['null', 'null', json],
      ['a list', '[{}]', json],
      ['a key twice', '{"name": "a", "name": "b", "text": "c", "text": "d"}', json],
      ['a prototype', '{"__proto__": {"role": "admin"}, "text": "a"}', json],
      ['a constructor', '{"constructor": {"prototype": {"role": "admin"}}}', json],
      ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, json],
      ['100,000 open levels', '{"a":'.repeat(100_000), json],
      ['more than a megabyte', JSON.stringify({ text: 'x'.repeat(1_100_000) }), json],
      ['an address form', 'text=a&name=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', 'text', { 'content-type': 'text/plain' }],
      ['XML', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', { 'content-type': 'application/xml' }],
      ['a type that is none', '{}', { 'content-type': 'json' }],
      ['zipped', Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex'), { ...json, 'content-encoding': 'gzip' }],
      [
        'a form without an end',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      ['a form without a boundary', '--x--', { 'content-type': 'multipart/form-data' }],
      ['a form that is none', 'nonsense', { 'content-type': 'multipart/form-data; boundary=x' }],
      [
        'a part without a name',
        '--x\r\ncontent-disposition: form-data\r\n\r\nb\r\n--x--\r\n',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      [
        'a part named __proto__',
        '--x\r\ncontent-disposition: form-data; name="__proto__[role]"\r\n\r\nadmin\r\n--x--\r\n',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      [
        'parts without number',
        `${'--x\r\ncontent-disposition: form-data; name="a[]"\r\n\r\nb\r\n'.repeat(2_000)}--x--\r\n`,
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      [
        'a part with deep brackets',
        `--x\r\ncontent-disposition: form-data; name="a${'[b]'.repeat(60)}"\r\n\r\nc\r\n--x--\r\n`,
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      [
        'a part with a NUL',
        '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\na\0b\r\n--x--\r\n',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      [
        'a text that looks like a file',
        '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\n\0file:0\r\n--x--\r\n',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
    ];
    for (const [name, payload, headers] of raw) {
      const answer = await send(name, { method: call.method, url: call.url, headers: { ...call.headers, ...headers }, payload });
      if (answer.statusCode < 300) await renew(route, call);
    }
    expect(Object.prototype).not.toHaveProperty('role');
  }, 120_000);

  test('any query, path and header', async () => {
    const call = await good(route);
    const queries = [
      'limit=1&limit=2',
      'limit=-1',
      'limit=1e9',
      'limit[]=1',
      'cursor=x',
      'cursor=.',
      `cursor=${'x'.repeat(600)}`,
      'cursor=bnVsbA.AAAA',
      'family_id=1',
      'family_id=a&family_id=b',
      'from=x&to=y',
      '__proto__[a]=b',
      'a=%00',
      'cursor=%00',
      'person=%00',
      'author=%ED%A0%80',
      '%',
      'q=%25_',
      'a=b&'.repeat(3_000),
    ];
    for (const query of queries) {
      const answer = await send(query.slice(0, 40), {
        ...call,
        url: `${call.url}?${query}`,
        payload: call.body,
        ...(route.method === 'GET' ? { payload: undefined } : {}),
      } as InjectOptions);
      if (answer.statusCode < 300 && route.method !== 'GET') await renew(route, call);
    }
    for (const id of [
      '%00',
      '%',
      '%ZZ',
      '%ED%A0%80',
      '..%2f..%2fetc',
      "'",
      '%F0%9F%92%9A',
      '1',
      'null',
      '__proto__',
      'x'.repeat(300),
      'x'.repeat(5_000),
      '%5c',
      '%0d%0aSet-Cookie:%20a=b',
    ]) {
      if (!route.url.includes(':')) break;
      const answer = await send(id.slice(0, 40), {
        method: call.method,
        url: route.url.replaceAll(/:\w+/g, id),
        headers: call.headers,
        ...(route.method === 'GET' ? {} : { payload: call.body }),
      });
      expect([id.slice(0, 40), answer.statusCode]).toEqual([
        id.slice(0, 40),
        expect.toSatisfy((status: number) => [400, 404].includes(status)),
      ]);
    }
    const headers: Record<string, string>[] = [
      { 'idempotency-key': 'x' },
      { 'idempotency-key': 'a, b' },
      { 'if-match': '"' },
      { 'if-match': '*' },
      { 'x-forwarded-for': "'; --" },
      { 'user-agent': 'x'.repeat(5_000) },
      { range: 'bytes=x' },
      { accept: 'nonsense' },
      { 'accept-encoding': 'x, y;q=z' },
      { origin: 'null' },
      { host: 'evil.example' },
      { 'content-length': '5' },
    ];
    for (const header of headers) {
      const answer = await send(JSON.stringify(header).slice(0, 40), {
        ...call,
        headers: { ...call.headers, ...header },
        ...(route.method === 'GET' ? {} : { payload: call.body }),
      } as InjectOptions);
      expect(answer.headers['access-control-allow-origin'] ?? '').not.toBe('*');
      if (answer.statusCode < 300 && route.method !== 'GET') await renew(route, call);
    }
  }, 120_000);
});

describe('what is no request', () => {
  /** Sends bytes over a real connection. @returns what comes back until the server closes it */
  async function talk(bytes: string | Buffer): Promise<string> {
    if (!at.app.server.listening) await at.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((at.app.server.address() as AddressInfo).port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(bytes);
    await new Promise((resolve) => socket.on('close', resolve));
    return heard;
  }

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      400,
    ],
    ['a length and chunks', 'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a header without a name', 'GET /api/user HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n', 400],
    ['a folded header', 'GET /api/user HTTP/1.1\r\nhost: a\r\nauthorization: Bearer\r\n x\r\n\r\n', 400],
    ['a NUL in a header', 'GET /api/user HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n', 400],
    ['no host', 'GET /api/user HTTP/1.1\r\n\r\n', 400],
    ['a flood of headers', `GET /api/user HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(10_000)}\r\n`, 431],
    ['an address of 100,000 characters', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
  ])('%s', async (_, bytes, status) => {
    const heard = await talk(bytes);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
    if (body.trim().startsWith('{')) expect(refusal.strict().safeParse(JSON.parse(body)).success).toBe(true);
    expect(heard).not.toMatch(hidden);
    expect((await at.app.inject({ url: '/api/health/live' })).statusCode).toBe(200);
  });

  test('the header twice, over a real connection, signs nobody in', async () => {
    const { authorization = '' } = await headerOf(world, 'owner');
    const once = await talk(`GET /api/user HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`);
    expect(once).toMatch(/^HTTP\/1.1 200 /);
    const twice = await talk(
      `GET /api/user HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\nAuthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
    );
    expect(twice).toMatch(/^HTTP\/1.1 401 /);
  });

  test('a path that cannot be read, a method that nobody knows, a route that is not there', async () => {
    for (const [method, url] of [
      ['GET', '/api/%'],
      ['GET', '/api/posts/%E0%A4%A'],
      ['DELETE', '/api/login'],
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['GET', '//evil.example/'],
      ['GET', '/api/../../etc/passwd'],
      ['TRACE', '/api/user'],
    ] as const)
      expect((await send(`${method} ${url}`, { method: method as 'GET', url })).statusCode).toBeGreaterThanOrEqual(400);
  });
});
