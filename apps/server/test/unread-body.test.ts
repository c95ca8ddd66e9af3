import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import { auth, registerParent } from './people.ts';
import type { TestUser } from './people.ts';

// What may be gigabytes is refused by what is known before it, or by what has come of it.

let at: TestApp;
let nora: TestUser;
let port = 0;
let upload = '';
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  const begun = await call(at, nora, 'POST', '/api/uploads', undefined, { 'tus-resumable': '1.0.0', 'upload-length': '1000000000' });
  upload = String(begun.headers.location);
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = at.app.server.address() as AddressInfo);
});
afterAll(() => at.close());

const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '20000000' };
const chunk = { 'content-type': 'application/offset+octet-stream', 'content-length': '900000000', 'tus-resumable': '1.0.0' };
const calls = () =>
  [
    ['POST', '/api/media', form],
    ['POST', '/api/posts', form],
    ['POST', '/api/family-relationships', form],
    ['POST', '/api/uploads', { ...chunk, 'upload-length': '1000000000' }],
    ['PATCH', upload, { ...chunk, 'upload-offset': '0' }],
  ] as const;

/** The answer to a request of which only the head is ever sent. */
async function answerToHead(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({ port, host: '127.0.0.1', method, path, headers }, resolve);
  asked.on('error', reject);
  asked.flushHeaders();
  const answer = await promise;
  const body = await answer.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString());
  asked.off('error', reject).on('error', () => undefined);
  asked.destroy();
  return { status: answer.statusCode ?? 0, body };
}

describe('before a byte of the body has come', () => {
  it('a family that is not covered is refused', async () => {
    at.clock.advance({ days: 20 });
    for (const [method, path, headers] of calls()) {
      const { status, body } = await answerToHead(method, path, { ...headers, ...auth(nora.token) });
      expect([method, path, status]).toEqual([method, path, 402]);
      expect(body).toContain('subscription_inactive');
    }
    at.clock.advance({ days: -20 });
  });

  it('somebody without a session is refused', async () => {
    for (const [method, path, headers] of calls()) {
      expect([method, path, (await answerToHead(method, path, headers)).status]).toEqual([method, path, 401]);
    }
  });

  it('a stranger is refused what is somebody else’s', async () => {
    const stranger = await registerParent(at.app, { firstname: 'Sam' });
    const [method, path, headers] = calls().at(-1)!;
    expect((await answerToHead(method, path, { ...headers, ...auth(stranger.token) })).status).toBe(404);
    const foreign = await answerToHead('POST', `/api/media?family_id=${nora.familyId}`, { ...form, ...auth(stranger.token) });
    expect(foreign.status).toBe(404);
  });
});

describe('in the middle of a form', () => {
  it('a file that is not asked for is refused, and whoever sends it reads the answer', async () => {
    const data = new FormData();
    data.append('email', 'nora@example.com');
    data.append('a', new File([new Uint8Array(20_000_000)], 'a.jpg'));
    const body = new Response(data);
    const headers = { 'content-type': body.headers.get('content-type') ?? '' };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/login', headers }, resolve).on('error', reject);
    const sent = once(asked, 'finish');
    asked.end(await body.bytes());
    const answer = await promise;
    expect(answer.statusCode).toBe(415);
    expect(JSON.parse(Buffer.concat(await answer.toArray()).toString())).toMatchObject({ status_code: 'unsupported_media' });
    await sent;
  });
});
