import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { call, makeFamily } from './members.ts';
import type { TestFamily } from './members.ts';
import { auth, goodPassword, invite, registerParent, tokenFromMail, verifyEmail } from './people.ts';
import type { TestUser } from './people.ts';
import { gradient } from './photos.ts';

// A session that ends while a request of it is on its way: between the head and the end of the body, or between the gates and the transaction.

let at: TestApp;
let port = 0;
let family: TestFamily;
let nora: TestUser;
const newPassword = 'Ganz-anderer-Baum-8';
const noId = '00000000-0000-0000-0000-000000000000';

beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  family = await makeFamily(at);
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = at.app.server.address() as AddressInfo);
});
afterAll(() => at.close());
beforeEach(async () => {
  nora = { ...family.nora, token: await signIn(family.nora.email) };
});

async function signIn(email: string, password = goodPassword): Promise<string> {
  const answer = await at.app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });
  expect(answer.statusCode).toBe(200);
  return answer.json().data.token;
}

interface Answer {
  status: number;
  body: string;
}

/**
 * Sends a request's head and the first half of its body, and waits until the server knows who sends it.
 * @returns sends the other half
 */
async function half(user: TestUser, method: string, path: string, type: string, body: Buffer, more: Record<string, string> = {}) {
  const headers = { ...auth(user.token), 'content-type': type, 'content-length': String(body.length), ...more };
  at.clock.advance({ minutes: 11 });
  const before = await lastUse(user);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({ port, host: '127.0.0.1', method, path, headers }, resolve).on('error', reject);
  asked.write(body.subarray(0, body.length >> 1));
  await vi.waitUntil(async () => (await lastUse(user)) !== before, { timeout: 5_000 });
  return async (): Promise<Answer> => {
    asked.end(body.subarray(body.length >> 1));
    const answer = await promise;
    return { status: answer.statusCode ?? 0, body: Buffer.concat((await answer.toArray()) as Buffer[]).toString() };
  };
}

/** When the newest session of a user was used last, which is noted once it has been found. */
async function lastUse(user: TestUser): Promise<number> {
  const { rows } = await at.platform.db.$client.query<{ used: Date }>(
    'select last_used_at as used from sessions where user_id = $1 order by id desc limit 1',
    [user.userId],
  );
  return rows[0]?.used.getTime() ?? 0;
}

const json = (value: object) => ['application/json', Buffer.from(JSON.stringify(value))] as const;

async function form(fields: Record<string, string>, file?: string): Promise<readonly [string, Buffer]> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (file) data.append(file, new File([(await gradient(800, 600).jpeg().toBuffer()) as Uint8Array<ArrayBuffer>], 'photo.jpg'));
  const whole = new Response(data);
  return [whole.headers.get('content-type') ?? '', Buffer.from(await whole.arrayBuffer())] as const;
}

const logOut = async (user: TestUser) => expect((await call(at, user, 'POST', '/api/logout')).statusCode).toBe(200);

/** Every call that writes and is only for somebody signed in, but for those whose body is a chunk of a file. */
function writingCalls() {
  const writing = at.app.routeTable.filter(
    ({ method, config }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && ['account', 'member'].includes(config.access ?? ''),
  );
  expect(writing.length).toBeGreaterThan(50);
  return writing.filter(({ config }) => !config.endpoint?.stream);
}

describe('a session that has ended', () => {
  it('[R2.7] opens no writing call whose body comes with its head, and nothing else is said of what it holds', async () => {
    const ended = { ...nora };
    await logOut(nora);
    for (const { method, url } of writingCalls())
      for (const body of ['{"text":"After the end","name":"After the end"}', '{"text":', '{"text":"a\\u0000b","family_id":"x"}', '']) {
        const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
        const path = url.replaceAll(/:\w+/g, noId);
        const headers = { ...auth(ended.token), 'content-type': 'application/json', 'content-length': String(body.length) };
        request({ port, host: '127.0.0.1', method, path, headers }, resolve).on('error', reject).end(body);
        const answer = await promise;
        answer.resume();
        expect([method, url, body, answer.statusCode]).toEqual([method, url, body, 401]);
      }
  });
});

describe('a session that ends while the body is on its way', () => {
  it('[R1.10] does not change the address once the password has been reset', async () => {
    const finish = await half(nora, 'POST', '/api/change-email', ...json({ email: 'thief@example.com' }));
    await at.app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: nora.email } });
    const token = await tokenFromMail(at, nora.email, 'reset-password');
    const password = { password: newPassword, password_confirmation: newPassword };
    const reset = await at.app.inject({ method: 'POST', url: '/api/reset-password', payload: { token, email: nora.email, ...password } });
    expect(reset.statusCode).toBe(200);
    expect((await finish()).status).toBe(401);
    const back = await signIn(nora.email, newPassword);
    const again = { current_password: newPassword, password: goodPassword, password_confirmation: goodPassword };
    expect((await call(at, { token: back }, 'POST', '/api/update-password', again)).statusCode).toBe(200);
    await expect(at.mailsTo('thief@example.com', 0)).resolves.toEqual([]);
  });

  it('[R2.7] opens no writing call', async () => {
    for (const { method, url } of writingCalls()) {
      const user = { ...nora, token: await signIn(nora.email) };
      const path = url.replaceAll(/:\w+/g, noId);
      const finish = await half(user, method, path, ...json({ text: 'After the end', name: 'After the end' }));
      await logOut(user);
      expect([method, url, (await finish()).status]).toEqual([method, url, 401]);
    }
  }, 60_000);

  it.each(['/api/posts', '/api/profile/update', '/api/family-relationships', '/api/media'])('[R2.7] opens no form: %s', async (path) => {
    const fields = { text: 'After the end', name: 'After the end', firstname: 'After', relationship_id: '1' };
    const finish = await half(nora, 'POST', path, ...(await form(fields, path === '/api/media' ? 'file' : 'images[0]')));
    await logOut(nora);
    expect((await finish()).status).toBe(401);
    const { rows } = await at.platform.db.$client.query(
      `select text as said from posts union all select firstname from profiles union all select name from people`,
    );
    expect(rows.filter(({ said }) => String(said).startsWith('After'))).toEqual([]);
  });

  it('[R1.10] is not fresh any more where the minutes are over at its end', async () => {
    at.clock.advance({ minutes: 3 });
    const finish = await half(nora, 'POST', '/api/change-email', ...json({ email: 'late@example.com' }));
    at.clock.advance({ minutes: 2 });
    expect((await finish()).status).toBe(403);
  });

  it('[R2.7] adds no chunk to an upload', async () => {
    const bytes = await gradient(1_200, 900).jpeg().toBuffer();
    const tus = { 'tus-resumable': '1.0.0' };
    const whole = await call(at, nora, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(bytes.length) });
    const part = await call(at, nora, 'POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(bytes.length + 9) });
    for (const begun of [whole, part]) {
      const user = { ...nora, token: await signIn(nora.email) };
      const path = String(begun.headers.location);
      const finish = await half(user, 'PATCH', path, 'application/offset+octet-stream', bytes, { ...tus, 'upload-offset': '0' });
      await logOut(user);
      expect((await finish()).status).toBe(401);
      const { headers } = await call(at, nora, 'HEAD', path, undefined, tus);
      expect([headers['upload-offset'], headers['media-id']]).toEqual(['0', undefined]);
    }
  });
});

describe('a session that is being ended while a call of it begins', () => {
  /** Ends a session in a transaction that is kept once a call waits for it. @returns the call's answer */
  async function whileEnding(user: TestUser, asked: () => Promise<{ statusCode: number }>): Promise<number> {
    const other = new pg.Client(at.platform.db.$client.options.connectionString);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('delete from sessions where user_id = $1', [user.userId]);
      const answer = asked();
      const isAnswered = answer.then(() => true);
      const waits = async () => {
        const { rows } = await at.platform.db.$client.query(`select 1 from pg_locks where not granted`);
        return rows.length > 0 || (await Promise.race([isAnswered, new Promise<false>((resolve) => setTimeout(resolve, 5, false))]));
      };
      await vi.waitUntil(waits, { timeout: 5_000 });
      await other.query('commit');
      return (await answer).statusCode;
    } finally {
      await other.end();
    }
  }

  const password = { password: newPassword, password_confirmation: newPassword };
  const calls: Record<string, (user: TestUser) => ['POST' | 'PATCH' | 'DELETE' | 'PUT', string, object?]> = {
    'change the address': () => ['POST', '/api/change-email', { email: 'thief@example.com' }],
    'delete the account': () => ['DELETE', '/api/delete_account'],
    'change the password': () => ['POST', '/api/update-password', { current_password: goodPassword, ...password }],
    'give the password again': () => ['POST', '/api/confirm-password', { password: goodPassword }],
    'ask for an export': () => ['POST', '/api/export'],
    'hand the family over': ({ familyId }) => ['POST', `/api/families/${familyId}/owner`, { user_id: family.sam.userId }],
    'change a role': ({ familyId }) => ['PATCH', `/api/families/${familyId}/members/${family.ruth.userId}`, { role: 'guardian' }],
    'take a member out': ({ familyId }) => ['DELETE', `/api/families/${familyId}/members/${family.leo.userId}`],
    'share a post': () => ['POST', '/api/posts', { text: 'After the end' }],
    'register a device': () => ['POST', '/api/device/register', { token: 'after-the-end' }],
    'start a family': () => ['POST', '/api/families', { name: 'After the end' }],
    'rename a family': ({ familyId }) => ['PATCH', `/api/families/${familyId}`, { name: 'After the end' }],
    'change the profile': () => ['POST', '/api/profile/update', { firstname: 'After' }],
    'invite somebody': () => ['POST', '/api/send-account-invitation', { email: 'late@example.com', relationship_id: 17, role: 'relative' }],
    'log out': () => ['POST', '/api/logout'],
  };

  it.each(Object.keys(calls))('[R1.10] does not %s', async (name) => {
    const [method, url, body] = calls[name]!(nora);
    expect(await whileEnding(nora, () => call(at, nora, method, url, body))).toBe(401);
    const { rows } = await at.platform.db.$client.query(`
      select text as said from posts union all select name from families union all select firstname from profiles
      union all select token from devices union all select email from invitations`);
    expect(rows.filter(({ said }) => /after|late/i.test(String(said)))).toEqual([]);
    expect(
      (await call(at, { token: await signIn(nora.email) }, 'GET', `/api/families/${nora.familyId}/members`)).json().data.members,
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: nora.userId, role: 'owner' }),
        expect.objectContaining({ user_id: family.ruth.userId, role: 'relative' }),
        expect.objectContaining({ user_id: family.leo.userId }),
      ]),
    );
  });

  it('[R1.10] does not join a family', async () => {
    await verifyEmail(at, family.sam);
    const { token } = await invite(at, family.sam);
    const guest = await registerParent(at.app);
    expect(await whileEnding(guest, () => call(at, guest, 'POST', '/api/invitations/accept', { token }))).toBe(401);
    expect((await at.app.inject({ method: 'POST', url: '/api/validate-invite', payload: { token } })).statusCode).toBe(200);
  });

  it('[R2.7] of two devices that end each other one stays', async () => {
    const other = { ...nora, token: await signIn(nora.email) };
    const list = (await call(at, nora, 'GET', '/api/sessions')).json().data.sessions as { id: string; current: boolean }[];
    const mine = list.find(({ current }) => current)!.id;
    const theirs = (await call(at, other, 'GET', '/api/sessions')).json().data.sessions.find((one: { current: boolean }) => one.current).id;
    const answers = await Promise.all([
      call(at, nora, 'DELETE', `/api/sessions/${theirs}`),
      call(at, other, 'DELETE', `/api/sessions/${mine}`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  });
});

describe('a session that makes room for another', () => {
  it('[R2.7] is the one not used for longest, past fifty', async () => {
    const ruth = family.ruth;
    const first = await signIn(ruth.email);
    at.clock.advance({ minutes: 11 });
    const second = await signIn(ruth.email);
    at.clock.advance({ minutes: 11 });
    expect((await call(at, { token: first }, 'GET', '/api/user')).statusCode).toBe(200);
    for (let more = 0; more < 5; more += 1) await Promise.all(Array.from({ length: 10 }, () => signIn(ruth.email)));
    expect((await call(at, { token: second }, 'GET', '/api/user')).statusCode).toBe(401);
    const newest = { token: await signIn(ruth.email) };
    expect((await call(at, newest, 'GET', '/api/sessions')).json().data.sessions).toHaveLength(50);
  });
});

describe('a form whose body comes with its head', () => {
  /** Sends a photo in one request. @returns the status of the answer */
  async function sendAtOnce(token: string): Promise<number> {
    const photo = await gradient(64, 48).jpeg().toBuffer();
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
    const body = Buffer.concat([Buffer.from(part), photo, Buffer.from('\r\n--x--\r\n')]);
    const head = [
      'POST /api/media HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${body.length}`,
      'connection: close',
    ];
    const socket = connect(port, '127.0.0.1');
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
    const answer = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  }

  it('is taken from who is signed in', async () => {
    expect(await sendAtOnce(nora.token)).toBe(201);
  });

  it('is refused where nobody is', async () => {
    expect(await sendAtOnce('nobody')).toBe(401);
    await call(at, nora, 'POST', '/api/logout');
    expect(await sendAtOnce(nora.token)).toBe(401);
  });
});
