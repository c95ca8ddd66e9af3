import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '@heartwood/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#app';
import { readConfig } from '#platform/config.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';

// Addresses of pages, as browsers, messengers and programs ask for them.

let at: TestApp;
let app: FastifyInstance;
let root: string;

beforeAll(async () => {
  at = await startApp({ jobs: false });
  root = await mkdtemp(join(tmpdir(), 'heartwood-web-'));
  await Promise.all(['assets', 'builds'].map((name) => mkdir(join(root, name))));
  for (const name of ['index', 'home', 'login']) await writeFile(join(root, `${name}.html`), `<!doctype html><title>${name}</title>`);
  await writeFile(join(root, 'sw.js'), 'self.skipWaiting();');
  for (const end of ['', '.br', '.gz']) await writeFile(join(root, 'assets', `part.js${end}`), `the part${end}`);
  await writeFile(join(root, 'builds', 'pages.json'), JSON.stringify(['/', '/login', '/children/', '/post/$id', '/private/$name/$slug']));
  app = await buildApp(at.platform, { web: { root, sample: false } });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await at.close();
  await rm(root, { recursive: true, force: true });
});

const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** What browsers, messengers that make a preview, and programs without a wish of their own send. */
const accepts = [navigation, '*/*', undefined];

const ask = (url: string, accept?: string) => app.inject({ url, headers: accept === undefined ? {} : { accept } });

describe.each(accepts)('asked with Accept: %s', (accept) => {
  test.each(['/login', '/children', '/children/', '/post/17?from=mail', '/private/emma/health', '/Post/17'])(
    'the address of a page answers the page: %s',
    async (url) => {
      const { statusCode, headers, body } = await ask(url, accept);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
      expect(body).toMatch(/^<!doctype html>/);
    },
  );

  test.each([
    '/none',
    '/post',
    '/post/17/none',
    '/x%E0%A4%A',
    '/x%00',
    '/%',
    '/post/%00',
    `/post/${'x'.repeat(5_000)}`,
    '/none.png',
    '/..%2f..%2fetc',
  ])('an address that is none answers 404 with the page: %.30s', async (url) => {
    const { statusCode, headers, body } = await ask(url, accept);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toBe('<!doctype html><title>index</title>');
    // The page has to load the app.
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['/api/none', '/api', '/api/%', '/api/%00', '/assets/none.js', '/builds/none.json', '/dev/none'])(
    'what is no page answers as JSON: %s',
    async (url) => {
      const answer = await ask(url, accept);
      expect([400, 404]).toContain(answer.statusCode);
      expect(refusal.strict().safeParse(answer.json()).success).toBe(true);
    },
  );
});

describe('a file of the app', () => {
  const immutable = 'public, max-age=31536000, immutable';
  test.each([
    ['/assets/part.js', 'br, gzip', 'the part.br', { 'content-encoding': 'br', 'cache-control': immutable }],
    ['/assets/part.js', 'gzip', 'the part.gz', { 'content-encoding': 'gzip', 'cache-control': immutable }],
    ['/assets/part.js', 'identity', 'the part', { 'cache-control': immutable }],
    ['/sw.js', 'identity', 'self.skipWaiting();', { 'cache-control': 'no-cache' }],
  ])(
    '%s is answered as the browser takes it (%s), HEAD says the same, and what is known is not sent again',
    async (url, encoding, text, said) => {
      const headers = { 'accept-encoding': encoding };
      const answer = await app.inject({ url, headers });
      expect([answer.statusCode, answer.body]).toEqual([200, text]);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('javascript'),
        'content-length': String(text.length),
        ...said,
      });
      if (!('content-encoding' in said)) expect(answer.headers).not.toHaveProperty('content-encoding');
      const head = await app.inject({ method: 'HEAD', url, headers });
      expect([head.statusCode, head.body, head.headers['content-length'], head.headers.etag]).toEqual([
        200,
        '',
        String(text.length),
        answer.headers.etag,
      ]);
      const again = await app.inject({ url, headers: { ...headers, 'if-none-match': answer.headers.etag as string } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  test('one in another folder is not reached', async () => {
    for (const url of ['/assets/../../etc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd', '/assets%5c..%5c..%5cetc'])
      expect([url, (await ask(url)).statusCode]).toEqual([url, expect.toBeOneOf([400, 403, 404])]);
  });
});

test('who asks for something else than a page is refused as JSON where there is none, and sees the page where there is one', async () => {
  for (const accept of ['application/json', 'image/png']) {
    for (const url of ['/none', '/x%00', '/x%E0%A4%A']) {
      const answer = await ask(url, accept);
      expect([url, answer.statusCode, refusal.strict().safeParse(answer.json()).success]).toEqual([
        url,
        expect.toBeOneOf([400, 404]),
        true,
      ]);
    }
    expect((await ask('/post/17', accept)).headers['content-type']).toContain('text/html');
  }
});

test('only what reads is answered with a page', async () => {
  for (const url of ['/post/17', '/none', '/x%E0%A4%A']) {
    const answer = await app.inject({ method: 'POST', url, headers: { accept: navigation } });
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
      url,
      expect.toBeOneOf([400, 404]),
      'application/json; charset=utf-8',
    ]);
    const head = await app.inject({ method: 'HEAD', url, headers: { accept: navigation } });
    expect([url, head.headers['content-type'], head.body]).toEqual([url, 'text/html; charset=utf-8', '']);
  }
});

test('[S2.3] over HTTP, an address that cannot be read is a whole page', async () => {
  const { port } = app.server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/x%E0%A4%A`, { headers: { accept: '*/*' } });
  expect([answer.status, await answer.text()]).toEqual([404, '<!doctype html><title>index</title>']);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});

test('the service worker is asked for anew at every look for it', async () => {
  const { statusCode, headers } = await ask('/sw.js', '*/*');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

test.each([
  ['Firebase alone', {}, true],
  [
    'keys of our own, too',
    { VAPID_PUBLIC_KEY: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM' },
    false,
  ],
])('pages call Firebase where it is what reaches browsers: %s', async (_, keys, isCalled) => {
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'heartwood', FIREBASE_APP_ID: '1:2:web:3' };
  const config = readConfig({ ...firebase, ...keys });
  const other = await buildApp({ ...at.platform, config }, { web: { root, sample: false } });
  const policy = String((await other.inject({ url: '/login' })).headers['content-security-policy']);
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]?.includes('https://fcmregistrations.googleapis.com')).toBe(isCalled);
  await other.close();
});

test('the runtime config tells which apps are the newest and the least, and where they are, where the operator says so', async () => {
  const told = async (given: NodeJS.ProcessEnv) => {
    const other = await buildApp({ ...at.platform, config: readConfig(given) }, { web: { root, sample: false } });
    const { apps } = (await other.inject('/config.json')).json();
    await other.close();
    return apps;
  };
  expect(await told({ ANDROID_APP_ID: 'family.heartwood.app' })).toBeNull();
  expect(await told({ APP_NEWEST: '1.10.0', APP_LEAST: '1.2.0', ANDROID_APP_ID: 'family.heartwood.app' })).toEqual({
    newest: '1.10.0',
    least: '1.2.0',
    ios: null,
    android: 'https://play.google.com/store/apps/details?id=family.heartwood.app',
  });
  expect(await told({ APP_LEAST: '1.2.0', IOS_STORE_URL: 'https://apps.apple.com/app/id1' })).toEqual({
    newest: null,
    least: '1.2.0',
    ios: 'https://apps.apple.com/app/id1',
    android: null,
  });
  expect(() => readConfig({ APP_LEAST: 'two' })).toThrow('APP_LEAST must be a version');
  expect(() => readConfig({ IOS_STORE_URL: 'javascript:alert(1)' })).toThrow('IOS_STORE_URL');
});

test('links about money are not the app’s: the browser opens them, where a purchase is possible in every country', async () => {
  const config = readConfig({ IOS_APP_ID: 'ABCDE12345.family.heartwood' });
  const ios = await buildApp({ ...at.platform, config }, { web: { root, sample: false } });
  const { applinks } = (await ios.inject('/.well-known/apple-app-site-association')).json();
  await ios.close();
  const [{ appIDs, components }] = applinks.details;
  expect(appIDs).toEqual(['ABCDE12345.family.heartwood']);
  expect(components[0], 'whoever has paid comes back').toEqual({ '/': '/subscribe', '?': { checkout: '?*' } });
  const excluded = components.filter(({ exclude }: { exclude?: boolean }) => exclude);
  expect(excluded).toEqual(
    expect.arrayContaining([
      { '/': '/gift/*', exclude: true },
      { '/': '/subscribe', exclude: true },
      { '/': '/private/profile', '#': 'subscription', exclude: true },
    ]),
  );
  expect(components.at(-1), 'all others, the last rule').toEqual({ '/': '/*' });
});
