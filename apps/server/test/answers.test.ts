import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '@heartwood/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#app';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { auth, registerParent } from './people.ts';

// What goes with every answer, whatever is asked, by whom, from where.

let at: TestApp;
/** The same with a built web app, behind an address of its own. */
let app: FastifyInstance;
let root: string;
let token = '';

beforeAll(async () => {
  at = await startApp({ jobs: false, env: { PUBLIC_URL: 'https://family.example' } });
  ({ token } = await registerParent(at.app));
  root = await mkdtemp(join(tmpdir(), 'heartwood-web-'));
  await mkdir(join(root, 'assets'));
  for (const name of ['index.html', 'home.html', 'assets/a.js', 'assets/a.css', 'sw.js'])
    await writeFile(join(root, name), `/* ${name} */ `.repeat(300));
  app = await buildApp(at.platform, { web: { root, sample: false } });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await at.close();
  await rm(root, { recursive: true, force: true });
});

const pages = ['/', '/home', '/login', '/dashboard', '/accept-invite?token=x', '/any/thing', '/index.html', '/home.html'];
const others = [
  '/assets/a.js',
  '/assets/a.css',
  '/sw.js',
  '/config.json',
  '/.well-known/security.txt',
  '/assets/none.js',
  '/.env',
  '/metrics',
];
/** Every GET there is, without what its path would name; but no stream of events, which does not end. */
const getRoutes = () =>
  app.routeTable
    .filter(({ method, url, config }) => method === 'GET' && !url.includes('*') && !config.endpoint?.events)
    .map(({ url }) => url.replaceAll(/:\w+/g, '01936b0f-5a00-7000-8000-000000000001'));

test('[R5.6] every page, file and call carries what a browser must know', async () => {
  const asked = [...pages, ...others, ...getRoutes(), '/api/private/x?e=1&s=x', '/api/none', '/api/%', '/%00'];
  expect(asked.length).toBeGreaterThan(60);
  for (const url of asked) {
    const { headers } = await app.inject({ url, headers: { ...auth(token), accept: 'text/html, */*' } });
    const policy = String(headers['content-security-policy']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
    expect([url, scripts]).toEqual([url, expect.not.stringMatching(/unsafe|\*|https?:|data:/)]);
    const isPage = !url.startsWith('/api/') || url.startsWith('/api/docs');
    if (isPage)
      for (const part of ["object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect([url, policy]).toEqual([url, expect.stringContaining(part)]);
    expect([url, headers]).toEqual([
      url,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
      }),
    ]);
    expect([url, headers['x-powered-by'], headers.server]).toEqual([url, undefined, undefined]);
  }
});

test('[R3.4] nothing in JSON is kept by anybody on the way', async () => {
  for (const url of [...getRoutes().filter((url) => url.startsWith('/api/') && !/docs|openapi/.test(url)), '/config.json', '/api/none']) {
    for (const headers of [{}, auth(token)]) {
      const answer = await app.inject({ url, headers });
      if (!String(answer.headers['content-type']).startsWith('application/json')) continue;
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
    }
  }
});

describe('from another origin', () => {
  const strangers = [
    'https://evil.example',
    'null',
    'http://family.example',
    'https://family.example.evil.example',
    'https://family.example:444',
    'https://xfamily.example',
    'https://localhost.evil.example',
    'capacitor://evil',
    'file://',
    'http://localhost',
  ];

  test.each(strangers)('[R3.5] %s reads nothing', async (origin) => {
    for (const url of ['/api/user', '/api/posts', '/config.json', '/api/none', '/']) {
      const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
      for (const answer of [
        await app.inject({ url, headers: { origin, ...auth(token) } }),
        await app.inject({ method: 'OPTIONS', url, headers: asked }),
      ]) {
        const allowed = answer.headers['access-control-allow-origin'];
        expect([url, allowed === origin || allowed === '*']).toEqual([url, false]);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
  });

  test.each(['https://family.example', 'capacitor://localhost', 'https://localhost'])('[R3.5] %s is ours', async (origin) => {
    const answer = await app.inject({ url: '/api/user', headers: { origin, ...auth(token) } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(answer.headers.vary).toMatch(/origin/i);
  });
});

test('[R5.7] HEAD says what GET would say, without its bytes', async () => {
  for (const url of [...pages, ...others, ...getRoutes()]) {
    const headers = { ...auth(token), accept: 'text/html, */*' };
    const [get, head] = [await app.inject({ url, headers }), await app.inject({ method: 'HEAD', url, headers })];
    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
    expect([url, head.headers['content-type']]).toEqual([url, get.headers['content-type']]);
  }
});

test('[R1.11] what is not there, or not that way, is one form, and says nothing of the server', async () => {
  const none = [
    '/api/none',
    '/api/posts/none/none',
    '/assets/none.js',
    '/assets/..%2f..%2fpackage.json',
    '/api',
    '/dev/mail',
    '/builds/none.json',
  ];
  for (const url of [...none, ...getRoutes().filter((url) => url.startsWith('/api/'))]) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'TRACE'] as const) {
      if (app.hasRoute({ method, url }) || (app.findRoute({ method, url }) ?? null) !== null) continue;
      const known = app.routeTable.some((route) => route.method === method && shapeOf(route.url).test(url));
      if (known) continue;
      const answer = await app.inject({ method: method as 'PUT', url, headers: auth(token) });
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
      expect(refusal.strict().safeParse(answer.json()).success).toBe(true);
      expect(answer.body).not.toMatch(/fastify|route|stack|node_modules/i);
    }
  }
});

const shapeOf = (url: string) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);

test('[R2.9] links lead where the configuration says, whatever Host claims', async () => {
  for (const host of ['evil.example', 'evil.example:443', 'family.example@evil.example']) {
    const more = { host, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-original-url': '/api/none' };
    for (const url of ['/', '/login', '/config.json', '/.well-known/security.txt', '/api/user', '/api/docs/static/index.html']) {
      const answer = await app.inject({ url, headers: { ...auth(token), ...more, accept: 'text/html' } });
      expect([url, `${answer.body}${JSON.stringify(answer.headers)}`]).toEqual([url, expect.not.stringContaining('evil.example')]);
    }
  }
});
