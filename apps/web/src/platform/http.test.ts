import { readEnglish } from '../../test/language.ts';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../test/storage.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let seen: Seen[] = [];
let answers: { status: number; body: unknown }[] = [];
const moves: string[] = [];
const kept = new Map<string, string>();

beforeEach(async () => {
  seen = [];
  answers = [];
  moves.length = 0;
  kept.clear();
  vi.resetModules();
  await readEnglish();
  vi.stubGlobal('localStorage', storageOn(kept));
  const location = { pathname: '/dashboard', search: '', hash: '', assign: (path: string) => void moves.push(`full ${path}`) };
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body } = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(status, { 'content-type': 'application/json', etag: '"7"' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

async function client(platform?: 'ios' | 'android') {
  const { loadRuntimeConfig } = await import('./runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
  const { registerNavigator } = await import('./navigation.ts');
  registerNavigator((path) => void moves.push(`in-app ${path}`));
  vi.stubGlobal('document', { cookie: '', querySelector: () => null, addEventListener: () => undefined });
  if (platform) (await import('./device.ts')).device.become({ platform });
  const { session } = await import('./session.ts');
  return { ...(await import('./http.ts')), session };
}

const ok = (data: unknown) => ({ status: 200, body: { success: true, data } });
const refused = (status: number, body: object) => ({ status, body: { success: false, request_id: 'r1', ...body } });

test('[S7.8] the configured base address, the bearer header when there is a token, and the path and query filled in', async () => {
  const { call, session } = await client();
  answers = [ok({ relationship: {} })];
  await call('GET /api/family-relationships/show/:id', { params: { id: 'a/b' }, query: { family_id: 'f' } });
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/family-relationships/show/a%2Fb?family_id=f' });
  expect(seen[0]!.headers.authorization).toBeUndefined();
  session.begin({ token: 'secret' });
  await call('GET /api/profile');
  expect(seen[1]!.headers.authorization).toBe('Bearer secret');
});

test('[S5.15] bodies go as JSON, those with a file as multipart, untouched', async () => {
  const { call } = await client();
  answers = [ok({ relationship: {} })];
  await call('POST /api/family-relationships', { body: { name: 'Emma', relationship_id: 3 }, idempotencyKey: 'k' });
  expect(seen[0]!.headers['content-type']).toMatch(/^application\/json/);
  expect(seen[0]!.headers['idempotency-key']).toBe('k');
  expect(JSON.parse(seen[0]!.body)).toEqual({ name: 'Emma', relationship_id: 3 });
  await call('POST /api/family-relationships', {
    body: { name: 'Emma', relationship_id: 3, image: new File(['bytes'], 'emma.jpg', { type: 'image/jpeg' }) },
  });
  expect(seen[1]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen[1]!.body).toContain('filename="emma.jpg"');
  await call('POST /api/family-relationships', { body: { name: 'Emma', relationship_id: 3 }, multipart: true });
  expect(seen[2]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])('[S7.1] a read is tried once more on %i', async (status) => {
  const { call } = await client();
  answers = [refused(status, { status_code: 'unavailable', message: 'later' }), ok([])];
  expect(await call('GET /api/profile')).toEqual([]);
  expect(seen).toHaveLength(2);
});

test('[S7.1] a read is tried no third time, not at all on other statuses, and a write never', async () => {
  const { call } = await client();
  answers = [refused(503, { status_code: 'unavailable', message: 'later' })];
  await expect(call('GET /api/profile')).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(2);
  answers = [refused(404, { status_code: 'not_found', message: 'no' })];
  await expect(call('GET /api/profile')).rejects.toMatchObject({ status: 404 });
  expect(seen).toHaveLength(3);
  answers = [refused(503, { status_code: 'unavailable', message: 'later' })];
  await expect(call('POST /api/logout')).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(4);
});

test('[S7.10] the server’s error body is passed on; without a message the endpoint’s own stands there', async () => {
  const { call, attempt } = await client();
  answers = [refused(422, { status_code: 'validation_failed', message: 'No', errors: { email: ['Must enter a valid email.'] } })];
  await expect(call('POST /api/login', { body: { email: 'x', password: 'y' } })).rejects.toMatchObject({
    body: { success: false, status_code: 'validation_failed', message: 'No', errors: { email: ['Must enter a valid email.'] } },
  });
  answers = [{ status: 500, body: {} }];
  expect(await attempt(call('POST /api/login', { body: { email: 'x', password: 'y' } }))).toMatchObject({
    success: false,
    message: 'Login failed',
  });
  answers = [{ status: 200, body: { hello: 1 } }];
  expect(await attempt(call('POST /api/logout'))).toMatchObject({ success: false, message: 'Unexpected API response' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await attempt(call('POST /api/logout'))).toMatchObject({ success: false, message: 'Logout failed' });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});

const inactive = refused(402, { status_code: 'subscription_inactive', message: 'Over' });

test('[S3.14] 402 on the web: a full navigation to the paywall, and the error is passed on', async () => {
  const { call } = await client();
  answers = [inactive];
  await expect(call('GET /api/family-relationships/children')).rejects.toMatchObject({
    status: 402,
    body: { status_code: 'subscription_inactive' },
  });
  expect(moves).toEqual(['full /paywall']);
});

test('many refusals of one page lead to the paywall once; a page that is still there later goes again', async () => {
  const { call } = await client();
  answers = [inactive];
  const ask = () => expect(call('GET /api/family-relationships/children')).rejects.toMatchObject({ status: 402 });
  await Promise.all([ask(), ask(), ask()]);
  expect(moves).toEqual(['full /paywall']);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  await ask();
  later.mockRestore();
  expect(moves).toEqual(['full /paywall', 'full /paywall']);
});

test.each(['ios', 'android'] as const)('[S2.6] 402 on %s: in the app', async (platform) => {
  const { call } = await client(platform);
  answers = [inactive];
  await expect(call('GET /api/family-relationships/children')).rejects.toMatchObject({ status: 402 });
  expect(new Set(moves)).toEqual(new Set(['in-app /paywall']));
});

test('[S8.5] a 402 that is no such error leads to the paywall on the web and on iOS, not on Android', async () => {
  for (const [platform, expected] of [
    [undefined, 'full /paywall'],
    ['ios', 'in-app /paywall'],
    ['android', undefined],
  ] as const) {
    vi.resetModules();
    moves.length = 0;
    const { http } = await client(platform);
    answers = [{ status: 402, body: { success: true, data: {} } }];
    await http('/api/anything', { ignoreResponseError: true });
    expect(moves[0]).toBe(expected);
  }
});

test('the paywall does not lead to itself', async () => {
  const { call } = await client();
  location.pathname = '/paywall';
  answers = [inactive];
  await expect(call('GET /api/family-relationships/children')).rejects.toMatchObject({ status: 402 });
  expect(moves).toEqual([]);
});

test('[S4.13] a 401 ends the session of its token, and no other; a wrong password ends none', async () => {
  const { call, answerOf, session } = await client();
  const over = { status_code: 'unauthenticated', message: 'Over' };
  let followed = 0;
  session.onElsewhere(() => (followed += 1));
  session.begin({ token: 'first' });
  answers = [refused(401, { status_code: 'invalid_credentials', message: 'No' })];
  await expect(call('POST /api/confirm-password', { body: { password: 'x' } })).rejects.toMatchObject({ status: 401 });
  expect(session.signedIn(), 'after a wrong password').toBe(true);
  answers = [refused(401, over)];
  session.begin({ token: 'second' });
  expect(() => answerOf('POST /api/media', 401, { success: false, request_id: 'r', ...over }, 'first')).toThrow('Over');
  expect(session.get().token, 'after an answer to a token of before').toBe('second');
  expect(followed).toBe(0);
  await expect(call('GET /api/profile')).rejects.toMatchObject({ status: 401 });
  expect(session.signedIn()).toBe(false);
  expect(session.wasLost()).toBe(true);
  expect(followed).toBe(1);
  session.begin({ token: 'third' });
  expect(() => answerOf('POST /api/media', 401, { success: false, request_id: 'r', ...over }, 'third')).toThrow('Over');
  expect(session.signedIn(), 'after an upload that was refused').toBe(false);
});
