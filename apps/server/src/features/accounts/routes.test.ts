import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toFormData } from '@heartwood/contract/form-data';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { auth, goodPassword, registerParent } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';

let t: TestApp;
let ip = 0;

beforeAll(async () => {
  t = await startApp({ env: { LOG_LEVEL: 'error' } });
});
afterAll(() => t.close());

/** Somebody who wants an account, from an address nobody has used. */
const newcomer = (email: string) => ({
  firstname: ' Nora ',
  lastname: 'Whitlock',
  email,
  password: goodPassword,
  password_confirmation: goodPassword,
});
const anywhere = () => `198.51.100.${(ip += 1)}`;
const register = (payload: object, headers: Record<string, string> = {}, url = '/api/register') =>
  t.app.inject({ method: 'POST', url, payload, headers, remoteAddress: anywhere() });
const login = (email: string, password: string, more: object = {}) =>
  t.app.inject({ method: 'POST', url: '/api/login', payload: { email, password, ...more }, remoteAddress: anywhere() });
const count = async (table: string) => Number((await t.platform.db.$client.query(`select count(*) from ${table}`)).rows[0].count);

describe('registering', () => {
  test('[S3.11] makes an account, a session and a family with a trial of 14 days', async () => {
    const answer = await register({
      ...newcomer('Nora@Example.com'),
      birth: '1988-02-29',
      phone: '+44 20 7946 0000',
      role: 'admin',
      id: randomUUID(),
    });
    expect(answer.statusCode).toBe(200);
    const { success, data } = answer.json();
    expect(success).toBe(true);
    expect(Object.keys(data).toSorted()).toEqual(['profile', 'token']);
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(32);
    expect(data.profile).toMatchObject({
      firstname: 'Nora',
      lastname: 'Whitlock',
      email: 'nora@example.com',
      birth: '1988-02-29',
      phone: '+44 20 7946 0000',
      description: null,
      images: [],
    });
    const me = (await call(t, data, 'GET', '/api/user')).json().data;
    expect(me.user).toMatchObject({
      email: 'nora@example.com',
      role: 'member',
      email_verified: false,
      current_family_id: me.families[0].id,
    });
    expect(me.families).toEqual([{ id: expect.any(String), name: 'The Whitlock family', role: 'owner', covered: true, current: true }]);
    expect(me.subscription).toMatchObject({
      status: 'trialing',
      trial_ends_at: '2026-12-05T09:00:00.000Z',
      covered_until: '2026-12-05T09:00:00.000Z',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the family has a name in the language of who registers', async () => {
    const nameFor = async (language: string) => {
      const user = await registerParent(t.app, { lastname: 'Berg', language });
      return (await call(t, user, 'GET', '/api/families')).json().data.families[0].name;
    };
    expect([await nameFor('en-GB'), await nameFor('de-AT'), await nameFor('fr')]).toEqual([
      'The Berg family',
      'Familie Berg',
      'The Berg family',
    ]);
  });

  test('[S7.22] as a form with a photo, from the app shell', async () => {
    const form = toFormData({
      ...newcomer('shell@example.com'),
      image: new File([await phonePhoto(400, 300)], '../../me.jpg', { type: 'image/jpeg' }),
    });
    const answer = await register(form, {}, '/api/register-mobile');
    expect(answer.statusCode).toBe(200);
    const { token, profile, user } = answer.json().data;
    expect(profile.images).toEqual([
      { id: expect.any(String), path: expect.stringContaining('?e='), thumb: expect.stringContaining('?e=') },
    ]);
    expect(user).toEqual({
      id: profile.user_id,
      email: 'shell@example.com',
      role: 'member',
      locale: 'en',
      time_zone: null,
      images: profile.images,
      current_family_id: expect.any(String),
    });
    const portrait = await t.app.inject({ url: `/api/private/${profile.images[0].path}` });
    expect(portrait.headers['content-type']).toBe('image/webp');
    expect((await call(t, { token }, 'GET', '/api/profile')).json().data).toHaveLength(1);
  });

  test('says what is missing and wrong, and makes nothing', async () => {
    const before = await count('users');
    const nothing = await register({});
    expect(nothing.statusCode).toBe(422);
    expect(nothing.json()).toMatchObject({ success: false, status_code: 'validation_failed', message: 'First name Required' });
    expect(Object.keys(nothing.json().errors)).toEqual(['firstname', 'lastname', 'email', 'password', 'password_confirmation']);
    for (const [wrong, field] of [
      [{ email: 'nobody' }, 'email'],
      [{ password: 'abcdefgh', password_confirmation: 'abcdefgh' }, 'password'],
      [{ password: 'P@ssw0rd', password_confirmation: 'P@ssw0rd' }, 'password'],
      [{ password_confirmation: 'Other-Baum-7' }, 'password_confirmation'],
      [{ birth: '2026-11-22' }, 'birth'],
      [{ birth: '1869-12-31' }, 'birth'],
      [{ birth: 'yesterday' }, 'birth'],
      [{ firstname: 'x'.repeat(101) }, 'firstname'],
    ] as const) {
      const answer = await register({ ...newcomer('wrong@example.com'), ...wrong });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
    }
    const note = toFormData({ ...newcomer('wrong@example.com'), image: new File(['hello'], 'photo.jpg', { type: 'image/jpeg' }) });
    expect((await register(note)).statusCode).toBe(415);
    expect(await count('users')).toBe(before);
  });

  test('an address has one account, whatever its case, also when asked for twice at once', async () => {
    const answers = await Promise.all(
      ['Once@example.com', 'once@EXAMPLE.com', 'ONCE@example.com'].map((email) => register(newcomer(email))),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422, 422]);
    expect(answers.find((answer) => answer.statusCode === 422)?.json().errors).toEqual({ email: ['E-mail is already taken.'] });
  });

  test('the same request with the same key is the same account; with the key another one is a conflict', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { ...newcomer('again@example.com') };
    const [first, second] = await Promise.all([register(body, key), register(body, key)]);
    const third = await register(body, key);
    expect([first, second, third].map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(new Set([first, second, third].map((answer) => answer.json().data.profile.user_id)).size).toBe(1);
    for (const change of [{ firstname: 'Ruth' }, { password: 'Another-Baum-7', password_confirmation: 'Another-Baum-7' }])
      expect((await register({ ...body, ...change }, key)).statusCode).toBe(409);
    expect((await register({ ...body, email: 'other@example.com' }, key)).statusCode).toBe(409);
    expect((await register(body, { 'idempotency-key': randomUUID() })).statusCode).toBe(422);
    expect((await register(body, { 'idempotency-key': 'one' })).statusCode).toBe(400);
    expect(JSON.stringify((await t.platform.db.$client.query('select * from idempotency_keys')).rows)).not.toContain('example.com');
  });

  test('what cannot be registered leaves no portrait behind', async () => {
    const portraits = () => readdir(join(t.dataDir, 'media', 'portraits')).then((names) => names.length);
    const before = await portraits();
    const image = new File([await phonePhoto(200, 150)], 'me.jpg', { type: 'image/jpeg' });
    const key = { 'idempotency-key': randomUUID() };
    const twice = await Promise.all([1, 2, 3].map(() => register(toFormData({ ...newcomer('portrait@example.com'), image }), key)));
    expect(twice.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(await portraits()).toBe(before + 1);
  });
});

describe('signing in and out', () => {
  test('[S3.10] gives a token and the user, whatever the case of the address', async () => {
    const { email, userId, familyId } = await registerParent(t.app);
    const answer = await login(` ${email.toUpperCase()} `, goodPassword, { device_name: 'Kitchen tablet' });
    expect(answer.statusCode).toBe(200);
    const { token, user } = answer.json().data;
    expect(user).toEqual({ id: userId, email, role: 'member', locale: 'en', time_zone: null, images: [], current_family_id: familyId });
    expect((await call(t, { token }, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('a wrong password and a wrong address are one answer, byte for byte', async () => {
    const { email } = await registerParent(t.app);
    const answers = await Promise.all([
      login(email, 'Wrong-Baum-7'),
      login('nobody@example.com', 'Wrong-Baum-7'),
      login('no address', 'Wrong-Baum-7'),
    ]);
    const bodies = answers.map((answer) => answer.body.replace(/"request_id":"[^"]+"/, ''));
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401]);
    expect(answers[0]!.json()).toMatchObject({ success: false, status_code: 'invalid_credentials', message: 'Login failed' });
    expect(new Set(bodies).size).toBe(1);
  });

  test('needs both fields', async () => {
    expect((await login('', '')).json().errors).toEqual({ email: ['E-mail Required'], password: ['Password Required'] });
    expect((await login('a@example.com', 'x'.repeat(129))).json().errors).toEqual({
      password: ['Password must contain 128 characters at most'],
    });
  });

  test('a password of 1 MB is refused at once, everywhere', async () => {
    const { token } = await registerParent(t.app);
    const password = `aA!${'x'.repeat(1_000_000)}`;
    const bodies: [string, object][] = [
      ['/api/login', { email: 'a@example.com', password }],
      ['/api/register', { ...newcomer('long@example.com'), password, password_confirmation: password }],
      ['/api/reset-password', { token: 'x', email: 'a@example.com', password, password_confirmation: 'x' }],
      ['/api/update-password', { current_password: password, password: 'x', password_confirmation: 'x' }],
      ['/api/confirm-password', { password }],
    ];
    for (const [url, payload] of bodies) {
      const took: number[] = [];
      const waited: number[] = [];
      for (let time = 1; time <= 4; time += 1) {
        const [begun, began] = [performance.now(), process.cpuUsage()];
        const answer = await t.app.inject({ method: 'POST', url, payload, headers: auth(token), remoteAddress: anywhere() });
        const { user, system } = process.cpuUsage(began);
        took.push((user + system) / 1_000);
        waited.push(performance.now() - begun);
        expect([413, 422]).toContain(answer.statusCode);
      }
      // 50 ms are the goal on a machine of its own; the tests share one, which may be busy for one of them.
      expect(Math.min(...took)).toBeLessThan(250);
      expect(Math.min(...waited)).toBeLessThan(2_000);
    }
  });

  test('nothing of a password is cut off', async () => {
    const email = 'whole@example.com';
    const password = `aA! ${'é'.repeat(124)}`;
    expect((await register({ ...newcomer(email), password, password_confirmation: password })).statusCode).toBe(200);
    expect((await login(email, password)).statusCode).toBe(200);
    for (const other of [password.slice(0, -1), password.trim().slice(0, 72), password.replace('! ', '!'), password.toLowerCase()])
      expect((await login(email, other)).statusCode).toBe(401);
  });

  test('[S7.23] signing out ends this session and no other', async () => {
    const user = await registerParent(t.app);
    const { token } = (await login(user.email, goodPassword)).json().data;
    expect((await call(t, { token }, 'POST', '/api/logout')).json()).toEqual({ success: true, data: null });
    expect((await call(t, { token }, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await call(t, { token }, 'POST', '/api/logout')).statusCode).toBe(401);
    expect((await call(t, user, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('the token stands nowhere but with who has it', async () => {
    const { token } = await registerParent(t.app);
    const rows = await t.platform.db.$client.query('select row_to_json(sessions) as row from sessions');
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });
});

describe('sessions', () => {
  test('the devices signed in, and ending one of them', async () => {
    const user = await registerParent(t.app);
    const { token } = (await login(user.email, goodPassword, { device_name: 'Kitchen tablet' })).json().data;
    const { sessions } = (await call(t, user, 'GET', '/api/sessions')).json().data;
    expect(sessions).toHaveLength(2);
    expect(sessions.find((one: { current: boolean }) => one.current)).toMatchObject({ created_at: '2026-11-21T09:00:00.000Z' });
    const tablet = sessions.find((one: { device_name: string }) => one.device_name === 'Kitchen tablet');
    expect((await call(t, user, 'DELETE', `/api/sessions/${tablet.id}`)).statusCode).toBe(200);
    expect((await call(t, { token }, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await call(t, user, 'DELETE', `/api/sessions/${tablet.id}`)).statusCode).toBe(404);
  });

  test("another's session is not found, exactly like none", async () => {
    const [one, other] = [await registerParent(t.app), await registerParent(t.app)];
    const { sessions } = (await call(t, other, 'GET', '/api/sessions')).json().data;
    const [foreign, none, word] = await Promise.all(
      [sessions[0].id, randomUUID(), 'word'].map((id) => call(t, one, 'DELETE', `/api/sessions/${id}`)),
    );
    const bodies = [foreign, none, word].map((answer) => answer!.body.replace(/"request_id":"[^"]+"/, ''));
    expect([foreign!.statusCode, new Set(bodies).size]).toEqual([404, 1]);
    expect((await call(t, other, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('a session ends after 90 days without use, and lives as long as it is used', async () => {
    const [used, unused] = [await registerParent(t.app), await registerParent(t.app)];
    for (let month = 0; month < 4; month += 1) {
      t.clock.advance({ days: 30 });
      expect((await call(t, used, 'GET', '/api/user')).statusCode).toBe(200);
      if (month === 1) expect((await call(t, unused, 'GET', '/api/sessions')).statusCode).toBe(200);
    }
    t.clock.advance({ days: 29 });
    expect((await call(t, unused, 'GET', '/api/sessions')).statusCode).toBe(200);
    t.clock.advance({ days: 90 });
    expect((await call(t, unused, 'GET', '/api/sessions')).statusCode).toBe(401);
    t.clock.set('2026-11-21T09:00:00Z');
  });

  test('the header stands there once and well-formed, or nobody is signed in', async () => {
    const { token } = await registerParent(t.app);
    const good = `Bearer ${token}`;
    for (const authorization of [
      '',
      token,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `${good}, ${good}`,
      `Bearer ${token}=`,
    ]) {
      const answer = await t.app.inject({ url: '/api/user', headers: { authorization } });
      expect([authorization, answer.statusCode]).toEqual([authorization, 401]);
    }
    const twice = await t.app.inject({ url: '/api/user', headers: { authorization: [good, good] as unknown as string } });
    expect([twice.statusCode, twice.json().status_code, twice.headers['www-authenticate']]).toEqual([401, 'unauthenticated', 'Bearer']);
    expect((await t.app.inject({ url: '/api/user', headers: { authorization: `bearer ${token}` } })).statusCode).toBe(200);
    expect((await t.app.inject({ url: `/api/user?token=${token}`, cookies: { token } })).statusCode).toBe(401);
  });
});

describe('one’s profile and families in one answer', () => {
  test('is for who is signed in', async () => {
    expect((await call(t, null, 'GET', '/api/user')).statusCode).toBe(401);
    const user = await registerParent(t.app, { firstname: 'Tom', lastname: 'Berg' });
    const { data } = (await call(t, user, 'GET', '/api/user')).json();
    expect(data).toMatchObject({
      user: { id: user.userId, images: [] },
      profile: { firstname: 'Tom', user_id: user.userId },
      families: [{ id: user.familyId }],
    });
    expect(JSON.stringify(data)).not.toMatch(/hash|argon/);
  });
});
