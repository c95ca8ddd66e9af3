import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#app';
import { createLog } from '#platform/log.ts';
import { closePlatform, openPlatform } from '#platform/platform.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { goodPassword, registerParent, verifyEmail } from '#test/people.ts';

let t: TestApp;
let proxied: TestApp;

beforeAll(async () => {
  t = await startApp();
  proxied = await startApp({ env: { TRUST_PROXY: '10.9.9.9, 10.8.0.0/16' } });
});
afterAll(async () => {
  await t.close();
  await proxied.close();
});

const wrong = 'Wrong-Baum-7';
const login = async (from: string, email: string, password: string, headers: Record<string, string> = {}, at = t) =>
  at.app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress: from, headers });
const statuses = async (times: number, send: (n: number) => Promise<{ statusCode: number }>) => {
  const counted: Record<number, number> = {};
  for (let n = 0; n < times; n += 1) {
    const { statusCode } = await send(n);
    counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  }
  return counted;
};

describe('log-ins', () => {
  test('10 wrong ones in 15 minutes for an account from one address; not from another, and live sessions go on', async () => {
    const user = await registerParent(t.app);
    expect(await statuses(10, () => login('203.0.113.1', user.email, wrong))).toEqual({ 401: 10 });
    const refused = await login('203.0.113.1', user.email.toUpperCase(), goodPassword);
    expect([refused.statusCode, refused.json().status_code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '900']);
    expect((await login('203.0.113.2', user.email, goodPassword)).statusCode).toBe(200);
    expect((await call(t, user, 'GET', '/api/user')).statusCode).toBe(200);
    t.clock.advance({ minutes: 14, seconds: 59 });
    expect((await login('203.0.113.1', user.email, goodPassword)).statusCode).toBe(429);
    t.clock.advance({ seconds: 2 });
    expect((await login('203.0.113.1', user.email, goodPassword)).statusCode).toBe(200);
  });

  test('an address without an account is limited alike', async () => {
    expect(await statuses(12, () => login('203.0.113.3', 'nobody@example.com', wrong))).toEqual({ 401: 10, 429: 2 });
  });

  test('right ones do not count, alone or many at once', async () => {
    const user = await registerParent(t.app);
    expect(await statuses(12, () => login('203.0.113.4', user.email, goodPassword))).toEqual({ 200: 12 });
    const atOnce = await Promise.all(Array.from({ length: 30 }, () => login('203.0.113.4', user.email, goodPassword)));
    expect(atOnce.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(await statuses(10, () => login('203.0.113.4', user.email, wrong))).toEqual({ 401: 10 });
  });

  test('of many wrong ones at once ten are tried', async () => {
    const user = await registerParent(t.app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('203.0.113.5', user.email, wrong)));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(20);
  });

  test('25 wrong ones in 5 minutes from one address; those that were refused count for nothing', async () => {
    expect(await statuses(40, () => login('203.0.113.6', 'first@example.com', wrong))).toEqual({ 401: 10, 429: 30 });
    expect(await statuses(20, (n) => login('203.0.113.6', `other-${n}@example.com`, wrong))).toEqual({ 401: 15, 429: 5 });
    const user = await registerParent(t.app);
    expect((await login('203.0.113.6', user.email, goodPassword)).headers['retry-after']).toBe('300');
    // The refusals took nothing from the account either: it has all its ten tries from here.
    t.clock.advance({ minutes: 5, seconds: 1 });
    expect(await statuses(11, () => login('203.0.113.6', 'other-19@example.com', wrong))).toEqual({ 401: 10, 429: 1 });
  });

  test('100 wrong ones in an hour for an account from everywhere', async () => {
    const user = await registerParent(t.app);
    expect(await statuses(103, (n) => login(`198.18.0.${n}`, user.email, wrong))).toEqual({ 401: 100, 429: 3 });
    expect((await login('198.18.1.1', user.email, goodPassword)).statusCode).toBe(429);
    expect((await call(t, user, 'GET', '/api/user')).statusCode).toBe(200);
    t.clock.advance({ hours: 1, seconds: 1 });
    expect((await login('198.18.1.1', user.email, goodPassword)).statusCode).toBe(200);
  }, 60_000);

  test('a restart forgets nothing', async () => {
    const email = 'restart@example.com';
    expect(await statuses(10, () => login('203.0.113.7', email, wrong))).toEqual({ 401: 10 });
    const { config, features, clock } = t.platform;
    const databaseUrl = t.platform.db.$client.options.connectionString ?? '';
    const again = await openPlatform({ config, features, databaseUrl, log: createLog({ logLevel: 'silent' }), clock });
    const app = await buildApp(again);
    const answer = await login('203.0.113.7', email, wrong, {}, { ...t, app });
    expect(answer.statusCode).toBe(429);
    await app.close();
    await closePlatform(again);
  });

  test('what a sender says about where it comes from counts for nothing', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
      forwarded: `for=192.0.2.${n}`,
      'x-client-ip': `192.0.2.${n}`,
    });
    expect(await statuses(12, (n) => login('203.0.113.8', 'forged@example.com', wrong, forged(n)))).toEqual({ 401: 10, 429: 2 });
  });

  test('behind a proxy that is trusted the address it names counts, and no other', async () => {
    const by = (proxy: string, header: string) => login(proxy, 'proxied@example.com', wrong, { 'x-forwarded-for': header }, proxied);
    expect(await statuses(11, (n) => by('10.9.9.9', `192.0.2.${n}, 198.51.100.1`))).toEqual({ 401: 10, 429: 1 });
    expect((await by('10.8.1.2', '198.51.100.1')).statusCode).toBe(429);
    expect((await by('10.9.9.9', '198.51.100.2')).statusCode).toBe(401);
    expect(await statuses(11, (n) => by('10.9.9.8', `192.0.3.${n}`))).toEqual({ 401: 10, 429: 1 });
    expect((await by('10.9.9.9', 'nonsense, ::, 1.2.3')).statusCode).toBe(401);
  });

  test('whoever has an IPv6 network has one address', async () => {
    expect(await statuses(12, (n) => login(`2001:db8:7:1::${n}`, 'six@example.com', wrong))).toEqual({ 401: 10, 429: 2 });
    expect((await login('2001:db8:7:2::1', 'six@example.com', wrong)).statusCode).toBe(401);
    expect(await statuses(10, () => login('203.0.113.9', 'mapped@example.com', wrong))).toEqual({ 401: 10 });
    expect((await login('::ffff:203.0.113.9', 'mapped@example.com', wrong)).statusCode).toBe(429);
  });
});

describe('whoever has a larger IPv6 network', () => {
  const everywhere = (prefix: (n: number) => string, from: number, tries: number) =>
    statuses(tries, (n) => login(`${prefix(n)}::1`, `six-${from + n}@example.com`, wrong));

  test('[R2.6] has twice as many wrong log-ins in a /56, and four times as many in a /48', async () => {
    const half = (n: number) => `2001:db8:8:4${n.toString(16).padStart(2, '0')}`;
    expect(await everywhere(half, 0, 52)).toEqual({ 401: 50, 429: 2 });
    const whole = (n: number) => `2001:db8:9:${((n + 1) << 8).toString(16)}`;
    expect(await everywhere(whole, 100, 102)).toEqual({ 401: 100, 429: 2 });
  });
});

describe('registering', () => {
  test('10 an hour from one address, whatever comes of it', async () => {
    const register = (n: number) => {
      const payload = {
        firstname: 'Nora',
        lastname: 'W',
        email: `limit-${n % 4}@example.com`,
        password: goodPassword,
        password_confirmation: goodPassword,
      };
      return t.app.inject({
        method: 'POST',
        url: n % 2 ? '/api/register' : '/api/register-mobile',
        payload,
        remoteAddress: '203.0.113.20',
      });
    };
    expect(await statuses(12, register)).toEqual({ 200: 4, 422: 6, 429: 2 });
    t.clock.advance({ hours: 1, seconds: 1 });
    expect((await register(9)).statusCode).toBe(422);
  });
});

describe('links', () => {
  test.each(['/api/verify-email', '/api/reset-password'])('%s: 30 wrong ones in 15 minutes from one address', async (url) => {
    const from = url.length === 17 ? '203.0.113.30' : '203.0.113.31';
    const payload = { token: 'x'.repeat(43), email: 'a@example.com', password: goodPassword, password_confirmation: goodPassword };
    const send = () => t.app.inject({ method: 'POST', url, payload, remoteAddress: from });
    expect(await statuses(32, send)).toEqual({ 422: 30, 429: 2 });
    t.clock.advance({ minutes: 15, seconds: 1 });
    expect((await send()).statusCode).toBe(422);
  });
});

describe('current passwords', () => {
  test('10 wrong ones in 15 minutes, by whichever call; the session goes on', async () => {
    const user = await registerParent(t.app);
    const update = { current_password: wrong, password: 'Neuer-Baum-8', password_confirmation: 'Neuer-Baum-8' };
    const send = (n: number) =>
      n % 2 ? call(t, user, 'POST', '/api/update-password', update) : call(t, user, 'POST', '/api/confirm-password', { password: wrong });
    expect(await statuses(12, send)).toEqual({ 422: 10, 429: 2 });
    expect((await call(t, user, 'POST', '/api/confirm-password', { password: goodPassword })).statusCode).toBe(429);
    expect((await call(t, user, 'GET', '/api/user')).statusCode).toBe(200);
    t.clock.advance({ minutes: 15, seconds: 1 });
    expect(await statuses(12, () => call(t, user, 'POST', '/api/confirm-password', { password: goodPassword }))).toEqual({ 200: 12 });
  });
});

describe('mails', () => {
  test('3 an hour to one address that were asked for', async () => {
    const user = await registerParent(t.app);
    const resend = () => call(t, user, 'POST', '/api/resend-verification');
    // The one of the registration counts.
    expect(await statuses(4, resend)).toEqual({ 200: 2, 429: 2 });
    expect((await call(t, user, 'POST', '/api/change-email', { email: 'elsewhere@example.com' })).statusCode).toBe(429);
    t.clock.advance({ hours: 1, seconds: 1 });
    expect((await resend()).statusCode).toBe(200);
  });

  test('[R2.5] 3 an hour to one address, whichever family invites, and a registration counts', async () => {
    const families = await Promise.all([registerParent(t.app), registerParent(t.app)]);
    for (const parent of families) await verifyEmail(t, parent);
    const payload = { email: 'asked@example.com', relationship_id: 17, role: 'relative' };
    const ask = (n: number) => call(t, families[n % 2]!, 'POST', '/api/send-account-invitation', payload);
    expect(await statuses(5, ask)).toEqual({ 201: 3, 429: 2 });
    t.clock.advance({ hours: 1, seconds: 1 });
    await registerParent(t.app, { email: 'asked@example.com' });
    expect(await statuses(3, ask)).toEqual({ 201: 2, 429: 1 });
  });
});
