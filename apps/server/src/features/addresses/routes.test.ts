import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { whileChanging } from '#test/held.ts';
import { call } from '#test/members.ts';
import { auth, goodPassword, registerParent, tokenFromMail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());

const verify = (token: unknown) => call(t, null, 'POST', '/api/verify-email', { token });
const me = async (user: TestUser) => (await call(t, user, 'GET', '/api/user')).json().data;
const subjects = async (address: string, count: number) => (await t.mailsTo(address, count)).map((mail) => mail.subject);

describe('proving an address', () => {
  test('by the link of the mail, once', async () => {
    const user = await registerParent(t.app);
    const token = await tokenFromMail(t, user.email, 'verify-email');
    const answer = await verify(token);
    expect([answer.statusCode, answer.json().data]).toEqual([200, { email: user.email, invited: [] }]);
    expect((await me(user)).user.email_verified).toBe(true);
    const again = await verify(token);
    expect([again.statusCode, again.json().message]).toEqual([422, 'Invalid token or request failed']);
    expect((await call(t, user, 'POST', '/api/resend-verification')).statusCode).toBe(409);
  });

  test('which an open page hears of', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const user = await registerParent(t.app);
    const token = await tokenFromMail(t, user.email, 'verify-email');
    const reader = await EventReader.open(`http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`, user.token);
    await verify(token);
    const everybody: { heartwood_id: string; related_user_id: string }[] = (await call(t, user, 'GET', '/api/family-relationships')).json()
      .data.relationships;
    const oneself = everybody.find((one) => one.related_user_id === user.userId);
    expect((await reader.hears('person.changed')).data).toEqual({ heartwood_id: oneself?.heartwood_id });
    reader.close();
  });

  test('with the newest link alone, for three days', async () => {
    const user = await registerParent(t.app);
    const old = await tokenFromMail(t, user.email, 'verify-email');
    expect((await call(t, user, 'POST', '/api/resend-verification')).json().data).toEqual({ sent: true });
    const token = await tokenFromMail(t, user.email, 'verify-email', 2);
    expect((await verify(old)).statusCode).toBe(422);
    t.clock.advance({ hours: 72 });
    expect((await verify(token)).statusCode).toBe(422);
    await call(t, user, 'POST', '/api/resend-verification');
    const third = await tokenFromMail(t, user.email, 'verify-email', 3);
    t.clock.advance({ hours: 71, minutes: 59 });
    expect((await verify(third)).statusCode).toBe(200);
  });

  test('a token that is none is refused, and sending again is for who is signed in', async () => {
    expect((await verify('x'.repeat(43))).json()).toMatchObject({
      status_code: 'validation_failed',
      errors: { token: ['Invalid token or request failed'] },
    });
    for (const token of ['', 7, null, ['a'], 'x'.repeat(201)]) expect((await verify(token)).statusCode).toBe(422);
    expect((await call(t, null, 'POST', '/api/resend-verification')).statusCode).toBe(401);
  });

  test('links begin with the configured address, whatever the Host header says', async () => {
    const user = await registerParent(t.app);
    const headers = { ...auth(user.token), host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' };
    await t.app.inject({ method: 'POST', url: '/api/resend-verification', headers });
    for (const mail of await t.mailsTo(user.email, 2)) {
      expect(mail.text).toContain('http://localhost:3000/verify-email?token=');
      expect(`${mail.text}${mail.html}`).not.toContain('evil');
    }
  });
});

describe('changing the address', () => {
  const change = (user: TestUser, email: unknown) => call(t, user, 'POST', '/api/change-email', { email });

  test('is in force once the link sent to the new one is opened; both are told', async () => {
    const user = await registerParent(t.app);
    expect((await change(user, 'Moved@Example.com')).json().data).toEqual({ sent: true });
    expect((await me(user)).user.email).toBe(user.email);
    expect(await subjects(user.email, 2)).toContain('Your email address is about to change');
    const token = await tokenFromMail(t, 'moved@example.com', 'verify-email');
    expect((await verify(token)).json().data).toMatchObject({ email: 'moved@example.com' });
    expect((await me(user)).user).toMatchObject({ email: 'moved@example.com', email_verified: true });
    expect(await subjects(user.email, 3)).toContain('Your email address was changed');
    expect(await subjects('moved@example.com', 2)).toContain('Your email address was changed');
    const login = (email: string) => call(t, null, 'POST', '/api/login', { email, password: goodPassword });
    expect([(await login('moved@example.com')).statusCode, (await login(user.email)).statusCode]).toEqual([200, 401]);
  });

  test('the links of the old address are void then, and its own verification cannot bring it back', async () => {
    const user = await registerParent(t.app);
    const oldLink = await tokenFromMail(t, user.email, 'verify-email');
    await change(user, 'void@example.com');
    await verify(await tokenFromMail(t, 'void@example.com', 'verify-email'));
    expect((await verify(oldLink)).statusCode).toBe(422);
    expect((await me(user)).user.email).toBe('void@example.com');
  });

  test.each([
    ['to another address', `email = id || '@example.com', email_verified_at = now()`],
    ['by proving the address', 'email_verified_at = now()'],
  ])('%s while the mail is sent again: nothing is sent, made or counted', async (_, change) => {
    const user = await registerParent(t.app);
    const { email } = user;
    // As `verifyEmail` of this feature does it, which makes every link void.
    const text = `with void as (delete from account_tokens where user_id = $1) update users set ${change} where id = $1`;
    const again = () => call(t, user, 'POST', '/api/resend-verification');
    expect((await whileChanging(t, { text, values: [user.userId] }, again)).statusCode).toBe(409);
    expect(await query(t, 'select 1 from account_tokens where user_id = $1', [user.userId])).toEqual([]);
    await query(t, 'update users set email = $2, email_verified_at = null where id = $1', [user.userId, email]);
    // The mail of the registration is the first of three an hour to the address.
    expect([(await again()).statusCode, (await again()).statusCode, (await again()).statusCode]).toEqual([200, 200, 429]);
    expect(await subjects(email, 3)).toHaveLength(3);
  });

  test('needs the password to have been given just now', async () => {
    const user = await registerParent(t.app);
    t.clock.advance({ minutes: 15, seconds: 1 });
    const answer = await change(user, 'stale@example.com');
    expect([answer.statusCode, answer.json().status_code]).toEqual([403, 'confirmation_required']);
    expect((await change(user, 'nonsense')).statusCode).toBe(403);
    await call(t, user, 'POST', '/api/confirm-password', { password: goodPassword });
    expect((await change(user, 'fresh@example.com')).statusCode).toBe(200);
    expect((await call(t, null, 'POST', '/api/change-email', { email: 'a@example.com' })).statusCode).toBe(401);
  });

  test('that an address has an account is told to its owner, not to who asks', async () => {
    const [user, other] = [await registerParent(t.app), await registerParent(t.app)];
    await change(user, 'wanted@example.com');
    const wanted = await tokenFromMail(t, 'wanted@example.com', 'verify-email');
    const [taken, free] = [await change(user, other.email), await change(await registerParent(t.app), 'free@example.com')];
    expect(taken.body).toBe(free.body);
    expect(await subjects(other.email, 2)).toContain('This email address has an account');
    expect((await t.mailsTo(other.email, 2)).find((mail) => mail.subject === 'This email address has an account')?.text).not.toContain(
      'verify-email',
    );
    // The newest request counts: the link of the one before is void.
    expect((await verify(wanted)).statusCode).toBe(422);
    expect((await me(other)).user.email).toBe(other.email);
  });

  test('is told to the address that is in force by then', async () => {
    const user = await registerParent(t.app);
    const other = { text: 'update users set email = $2 where id = $1', values: [user.userId, 'by-then@example.com'] };
    expect((await whileChanging(t, other, () => change(user, 'wanted@example.com'))).statusCode).toBe(200);
    expect(await subjects('by-then@example.com', 1)).toEqual(['Your email address is about to change']);
  });

  test('an address that is taken meanwhile stays with whoever was first', async () => {
    const user = await registerParent(t.app);
    await change(user, 'race@example.com');
    const token = await tokenFromMail(t, 'race@example.com', 'verify-email');
    const other = await registerParent(t.app, { email: 'race@example.com' });
    expect((await verify(token)).statusCode).toBe(422);
    expect([(await me(user)).user.email, (await me(other)).user.email]).toEqual([user.email, 'race@example.com']);
    const rivals = [await registerParent(t.app), await registerParent(t.app)];
    const links = [];
    for (const rival of rivals) {
      await change(rival, 'rivals@example.com');
      links.push(await tokenFromMail(t, 'rivals@example.com', 'verify-email', links.length + 1));
    }
    const answers = await Promise.all(links.map(verify));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422]);
  });

  test('an address that is none, or one’s own, is refused', async () => {
    const user = await registerParent(t.app);
    expect((await change(user, 'nobody')).json().errors).toEqual({ email: ['Must enter a valid email.'] });
    expect((await change(user, 'a@example.com\r\nBcc: b@example.com')).statusCode).toBe(422);
    expect((await change(user, user.email.toUpperCase())).statusCode).toBe(422);
    expect((await change(user, null)).json().errors).toEqual({ email: ['E-mail Required'] });
  });
});
