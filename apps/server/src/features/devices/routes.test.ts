import { deviceLimit } from '@heartwood/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, comparable } from '#test/members.ts';
import { goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());

const register = (user: { token: string } | null, body: object) => call(t, user, 'POST', '/api/device/register', body);
const forget = (user: { token: string } | null, token: string) => call(t, user, 'DELETE', `/api/device/${encodeURIComponent(token)}`);
const devices = async (user: TestUser): Promise<string[]> =>
  (await t.platform.db.$client.query('select token from devices where user_id = $1 order by registered_at, id', [user.userId])).rows.map(
    (row) => row.token,
  );
const another = async (user: TestUser) =>
  (await call(t, null, 'POST', '/api/login', { email: user.email, password: goodPassword })).json().data;

test('[S3.13] a device is remembered with its session, and goes with it', async () => {
  const user = await registerParent(t.app);
  const phone = await another(user);
  expect((await register(user, { token: 'laptop' })).json()).toEqual({ success: true, data: null });
  expect((await register(phone, { token: ' phone:APA91b-_ ', platform: 'android' })).statusCode).toBe(200);
  expect(await devices(user)).toEqual(['laptop', 'phone:APA91b-_']);
  await call(t, phone, 'POST', '/api/logout');
  expect(await devices(user)).toEqual(['laptop']);
});

test('the same token again is the same device, for whoever holds it now', async () => {
  const [user, other] = [await registerParent(t.app), await registerParent(t.app)];
  await register(user, { token: 'shared tablet' });
  await register(user, { token: 'shared tablet', platform: 'ios' });
  expect(await devices(user)).toEqual(['shared tablet']);
  await register(other, { token: 'shared tablet' });
  expect([await devices(user), await devices(other)]).toEqual([[], ['shared tablet']]);
});

test('of more than fifty the oldest goes, also when many come at once', async () => {
  const user = await registerParent(t.app);
  for (let n = 0; n < 5; n += 1) {
    t.clock.advance({ seconds: 1 });
    await register(user, { token: `first ${n}` });
  }
  t.clock.advance({ seconds: 1 });
  await Promise.all(Array.from({ length: 47 }, (_, n) => register(user, { token: `${user.email} ${n}` })));
  const kept = await devices(user);
  expect(kept).toHaveLength(deviceLimit);
  expect(kept).not.toContain('first 0');
  expect(kept).not.toContain('first 1');
  expect(kept).toContain('first 2');
  t.clock.advance({ seconds: 1 });
  await register(user, { token: 'first 2' });
  await register(user, { token: 'newest' });
  expect(await devices(user)).toEqual(expect.arrayContaining(['first 2', 'newest']));
  expect(await devices(user)).not.toContain('first 3');
});

test('one’s own is forgotten; another’s is not found, exactly like none', async () => {
  const [user, other] = [await registerParent(t.app), await registerParent(t.app)];
  await register(user, { token: 'a/b?c#d%' });
  await register(other, { token: 'theirs' });
  expect((await forget(user, 'a/b?c#d%')).json()).toEqual({ success: true, data: null });
  const [foreign, none] = [await forget(user, 'theirs'), await forget(user, 'nothing')];
  expect(foreign.statusCode).toBe(404);
  expect(comparable(foreign)).toBe(comparable(none));
  expect(await devices(other)).toEqual(['theirs']);
  expect((await forget(user, 'a/b?c#d%')).statusCode).toBe(404);
});

test('[S6.7] is for who is signed in', async () => {
  expect((await register(null, { token: 'x' })).statusCode).toBe(401);
  expect((await forget(null, 'x')).statusCode).toBe(401);
});

test('a token of 4,096 characters fits, one more does not, and what is none is refused', async () => {
  const user = await registerParent(t.app);
  const long = 'x'.repeat(4_096);
  expect((await register(user, { token: long })).statusCode).toBe(200);
  expect((await forget(user, long)).statusCode).toBe(200);
  expect((await register(user, { token: `${long}x` })).json().errors).toEqual({ token: ['Token must contain 4096 characters at most'] });
  for (const token of ['', ' ', null, 7, ['a'], {}, undefined]) expect((await register(user, { token })).statusCode).toBe(422);
  expect((await register(user, { token: 'x', platform: 'palm' })).json().errors).toEqual({ platform: ['Platform is not valid.'] });
  expect((await forget(user, `${long}x`)).statusCode).toBe(404);
  expect((await forget(user, 'x'.repeat(5_000))).statusCode).toBe(404);
});

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('a browser subscribes at %s', async (endpoint) => {
  const user = await registerParent(t.app);
  expect((await register(user, { token: endpoint, platform: 'web', subscription: { endpoint, keys } })).statusCode).toBe(200);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:pass@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://notify.windows.com.evil.example/',
  'https://evilpush.apple.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://fcm.googleapis.com@evil.example/',
  'https://evil.example#@fcm.googleapis.com/',
  'https:\\\\evil.example\\@fcm.googleapis.com',
  'not an address',
])('no message is ever sent to %s', async (endpoint) => {
  const user = await registerParent(t.app);
  const answer = await register(user, { token: 'x', platform: 'web', subscription: { endpoint, keys } });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['subscription.endpoint']]);
  expect(await devices(user)).toEqual([]);
});

test('a subscription has its keys', async () => {
  const user = await registerParent(t.app);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
  for (const broken of [{ endpoint }, { endpoint, keys: {} }, { endpoint, keys: { ...keys, auth: 'no base64!' } }, { keys }, 'x', []])
    expect((await register(user, { token: 'x', subscription: broken })).statusCode).toBe(422);
});
