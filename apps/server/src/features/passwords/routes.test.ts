import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { oneAfterTheOther } from '#test/held.ts';
import { call } from '#test/members.ts';
import { goodPassword, mailsThatFit, registerParent, tokenFromMail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { jobsDone } from '#test/jobs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());

const newPassword = 'Neuer-Baum-8';
const forgot = (email: unknown) => call(t, null, 'POST', '/api/forgot-password', { email });
const reset = (given: object) =>
  call(t, null, 'POST', '/api/reset-password', { password: newPassword, password_confirmation: newPassword, ...given });
const signIn = async (email: string, password: string) => {
  const answer = await call(t, null, 'POST', '/api/login', { email, password });
  return { status: answer.statusCode, token: answer.json().data?.token as string };
};
const signedIn = async (user: { token: string }) => (await call(t, user, 'GET', '/api/user')).statusCode === 200;

/** The links to choose a new password that were sent to an address, oldest first. */
async function resetLinks(address: string, count: number): Promise<string[]> {
  for (const deadline = performance.now() + 30_000; ; await sleep(50)) {
    const mails = await t.mailsTo(address);
    const links = mails.flatMap((mail) => mail.text?.match(/\/reset-password\?token=([\w-]+)/)?.[1] ?? []);
    if (links.length >= count) return links;
    if (performance.now() > deadline) throw new Error(`expected ${count} links, found ${links.length}`);
  }
}
async function linkFor(user: TestUser, count = 1): Promise<string> {
  expect((await forgot(user.email)).statusCode).toBe(200);
  return (await resetLinks(user.email, count)).at(-1) ?? '';
}

describe('a forgotten password', () => {
  test('[S7.24] the same answer for every address', async () => {
    const { email } = await registerParent(t.app);
    const answers = await Promise.all([forgot(email), forgot(email.toUpperCase()), forgot('nobody@example.com')]);
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))).toEqual(
      new Set(['200 {"success":true,"data":{"sent":true}}']),
    );
    expect((await forgot('nobody')).json().errors).toEqual({ email: ['Must enter a valid email.'] });
    expect((await forgot(undefined)).json().errors).toEqual({ email: ['E-mail Required'] });
  });

  test('the mail is written in the language of the account, whatever the request accepts', async () => {
    const user = await registerParent(t.app);
    await call(t, user, 'POST', '/api/profile/update', { locale: 'de' });
    await call(t, null, 'POST', '/api/forgot-password', { email: user.email }, { 'accept-language': 'en' });
    const [mail] = await mailsThatFit(t, user.email, ({ subject }) => subject === 'Neues Passwort wählen');
    expect(mail?.html).toContain('<html lang="de"');
    for (const text of [mail?.html, mail?.text]) {
      expect(text).toContain('Der Link gilt einmal, 60 Minuten lang.');
      expect(text).toContain('Heartwood, ein privater Ort für eine Familie.');
    }
  });

  test('past three mails an hour nothing is sent, and nothing is said of it', async () => {
    const { email } = await registerParent(t.app);
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await forgot(n % 2 ? email : email.toUpperCase()));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    // The mail of the registration counts.
    await resetLinks(email, 2);
    await jobsDone(t);
    expect(await resetLinks(email, 2)).toHaveLength(2);
    t.clock.advance({ hours: 1, seconds: 1 });
    await forgot(email);
    expect(await resetLinks(email, 3)).toHaveLength(3);
  });

  test('[S7.25] the link puts a new password in force, ends every session and signs nobody in', async () => {
    const user = await registerParent(t.app);
    const other = await signIn(user.email, goodPassword);
    const answer = await reset({ token: await linkFor(user), email: user.email.toUpperCase() });
    expect(answer.json()).toEqual({ success: true, data: null });
    expect([await signedIn(user), await signedIn(other)]).toEqual([false, false]);
    expect([(await signIn(user.email, goodPassword)).status, (await signIn(user.email, newPassword)).status]).toEqual([401, 200]);
    expect((await t.mailsTo(user.email, 3)).map((mail) => mail.subject)).toContain('Your password was changed');
  });

  test('whoever reads the mail has proved the address', async () => {
    const user = await registerParent(t.app);
    await reset({ token: await linkFor(user), email: user.email });
    const again = await signIn(user.email, newPassword);
    expect((await call(t, again, 'GET', '/api/user')).json().data.user.email_verified).toBe(true);
  });

  test('works once, also of twenty at the same time', async () => {
    const user = await registerParent(t.app);
    const token = await linkFor(user);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        reset({ token, email: user.email, password: `Neuer-Baum-${n}`, password_confirmation: `Neuer-Baum-${n}` }),
      ),
    );
    const won = answers.findIndex((answer) => answer.statusCode === 200);
    expect(answers.map((answer) => answer.statusCode).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every((answer) => [200, 422].includes(answer.statusCode))).toBe(true);
    expect((await signIn(user.email, `Neuer-Baum-${won}`)).status).toBe(200);
    t.clock.advance({ minutes: 16 });
  });

  test('for sixty minutes, the newest one alone', async () => {
    const user = await registerParent(t.app);
    const first = await linkFor(user);
    const second = await linkFor(user, 2);
    expect((await reset({ token: first, email: user.email })).statusCode).toBe(422);
    t.clock.advance({ minutes: 60 });
    expect((await reset({ token: second, email: user.email })).statusCode).toBe(422);
    const third = await linkFor(user, 3);
    t.clock.advance({ minutes: 59, seconds: 59 });
    expect((await reset({ token: third, email: user.email })).statusCode).toBe(200);
  });

  test('belongs to one address, and a link for something else is none', async () => {
    const [user, other] = [await registerParent(t.app), await registerParent(t.app)];
    const token = await linkFor(user);
    const foreign = await reset({ token, email: other.email });
    expect([foreign.statusCode, foreign.json().message]).toEqual([422, 'Invalid token or request failed']);
    expect((await call(t, null, 'POST', '/api/verify-email', { token })).statusCode).toBe(422);
    const [mail] = await t.mailsTo(user.email);
    const verification = mail?.text?.match(/verify-email\?token=([\w-]+)/)?.[1];
    expect((await reset({ token: verification, email: user.email })).statusCode).toBe(422);
    // None of these tries has used it up.
    expect((await reset({ token, email: user.email })).statusCode).toBe(200);
  });

  test('none is made for an address that is left while it is asked for', async () => {
    const user = await registerParent(t.app);
    expect((await call(t, user, 'POST', '/api/change-email', { email: 'left-for@example.com' })).statusCode).toBe(200);
    const token = await tokenFromMail(t, 'left-for@example.com', 'verify-email');
    const row = { text: 'select 1 from users where id = $1 for update', values: [user.userId] };
    const [moved] = await oneAfterTheOther(
      t,
      row,
      () => call(t, null, 'POST', '/api/verify-email', { token }),
      () => forgot(user.email),
    );
    expect(moved.statusCode).toBe(200);
    await jobsDone(t);
    expect(await resetLinks(user.email, 0)).toEqual([]);
    const { rows } = await t.platform.db.$client.query('select purpose from account_tokens where user_id = $1', [user.userId]);
    expect(rows).toEqual([]);
  });

  test('a new password follows the rules, and a refused one does not use the link up', async () => {
    const user = await registerParent(t.app);
    const token = await linkFor(user);
    for (const [password, message] of [
      ['short', 'Password must contain at least 8 characters'],
      ['alllowercase!', 'Password should contain at least one uppercase, one lowercase and one special character'],
      ['P@ssw0rd', 'Many people use this password, or one like it. Three or four words that do not belong together are safer.'],
    ]) {
      const answer = await reset({ token, email: user.email, password, password_confirmation: password });
      expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
    }
    expect((await reset({ token, email: user.email, password_confirmation: 'Other-Baum-8' })).json().errors).toEqual({
      password_confirmation: ['Password confirmation must be the same'],
    });
    expect((await reset({})).json().errors).toEqual({ token: ['Token Required'], email: ['E-mail Required'] });
    expect((await reset({ token, email: user.email })).statusCode).toBe(200);
  });

  test('the queue and the tables hold neither address nor link', async () => {
    const user = await registerParent(t.app, { email: 'secret-reader@example.com' });
    const token = await linkFor(user);
    const { rows } = await t.platform.db.$client.query(
      `select data::text as text from pgboss.job union all select row_to_json(account_tokens)::text from account_tokens`,
    );
    const text = rows.map((row) => row.text).join();
    expect(text).not.toContain(token);
    const jobs = await t.platform.db.$client.query(`select data::text as text from pgboss.job where name = 'password-reset-mail'`);
    expect(jobs.rows.map((row) => row.text).join()).not.toContain('secret-reader');
  });
});

describe('changing the password', () => {
  const update = (user: { token: string } | null, given: object = {}) =>
    call(t, user, 'POST', '/api/update-password', {
      current_password: goodPassword,
      password: newPassword,
      password_confirmation: newPassword,
      ...given,
    });

  test('[S7.26] ends the other sessions, keeps this one and makes open links void', async () => {
    const user = await registerParent(t.app);
    const other = await signIn(user.email, goodPassword);
    const link = await linkFor(user);
    t.clock.advance({ minutes: 20 });
    expect((await update(user)).json()).toEqual({ success: true, data: null });
    expect([await signedIn(user), await signedIn(other)]).toEqual([true, false]);
    expect((await reset({ token: link, email: user.email })).statusCode).toBe(422);
    expect([(await signIn(user.email, goodPassword)).status, (await signIn(user.email, newPassword)).status]).toEqual([401, 200]);
    expect((await t.mailsTo(user.email, 3)).map((mail) => mail.subject)).toContain('Your password was changed');
    // The password has just been given: the session is fresh.
    expect((await call(t, user, 'POST', '/api/change-email', { email: 'after-update@example.com' })).statusCode).toBe(200);
  });

  test('is told an address that nobody has proved three times an hour: it may be a stranger’s', async () => {
    const user = await registerParent(t.app);
    const told = async () => (await t.mailsTo(user.email, 0)).filter(({ subject }) => subject === 'Your password was changed').length;
    for (const turn of [1, 2, 3, 4, 5]) {
      const [current_password, password] = turn % 2 === 1 ? [goodPassword, newPassword] : [newPassword, goodPassword];
      expect((await update(user, { current_password, password, password_confirmation: password })).statusCode).toBe(200);
    }
    await jobsDone(t);
    expect(await told()).toBe(3);
  });

  test('needs the current one, and a good new one', async () => {
    const user = await registerParent(t.app);
    expect((await update(user, { current_password: 'Wrong-Baum-7' })).json()).toMatchObject({
      status_code: 'validation_failed',
      errors: { current_password: ['This is not your password.'] },
    });
    expect((await update(user, { password: 'short', password_confirmation: 'short' })).statusCode).toBe(422);
    expect((await update(user, { password: 'P@ssw0rd', password_confirmation: 'P@ssw0rd' })).statusCode).toBe(422);
    expect((await update(user, { password_confirmation: 'x' })).json().errors).toEqual({
      password_confirmation: ['Password confirmation must be the same'],
    });
    expect(Object.keys((await call(t, user, 'POST', '/api/update-password', {})).json().errors)).toEqual([
      'current_password',
      'password',
      'password_confirmation',
    ]);
    expect((await update(null)).statusCode).toBe(401);
    expect((await signIn(user.email, goodPassword)).status).toBe(200);
  });

  test('of two changes at once one counts', async () => {
    const user = await registerParent(t.app);
    const answers = await Promise.all(
      ['Erster-Baum-1', 'Zweiter-Baum-2'].map((password) => update(user, { password, password_confirmation: password })),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422]);
  });

  test('a log-in with the old password that is under way leaves no session behind', async () => {
    const user = await registerParent(t.app);
    const [changed, ...logins] = await Promise.all([update(user), ...Array.from({ length: 8 }, () => signIn(user.email, goodPassword))]);
    expect(changed!.statusCode).toBe(200);
    const alive = await Promise.all(logins.filter(({ status }) => status === 200).map(signedIn));
    expect(alive).not.toContain(true);
  });
});

describe('giving the password again', () => {
  test('makes the session fresh for fifteen minutes, and no other', async () => {
    const user = await registerParent(t.app);
    const other = await signIn(user.email, goodPassword);
    t.clock.advance({ hours: 1 });
    const answer = await call(t, user, 'POST', '/api/confirm-password', { password: goodPassword });
    expect(new Date(answer.json().data.fresh_until).getTime()).toBe(t.clock.now().getTime() + 15 * 60_000);
    t.clock.advance({ minutes: 14, seconds: 59 });
    expect((await call(t, other, 'POST', '/api/change-email', { email: 'x1@example.com' })).statusCode).toBe(403);
    expect((await call(t, user, 'POST', '/api/change-email', { email: 'x2@example.com' })).statusCode).toBe(200);
    t.clock.advance({ seconds: 1 });
    expect((await call(t, user, 'POST', '/api/change-email', { email: 'x3@example.com' })).statusCode).toBe(403);
  });

  test('a wrong one is not', async () => {
    const user = await registerParent(t.app);
    const answer = await call(t, user, 'POST', '/api/confirm-password', { password: 'Wrong-Baum-7' });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { password: ['This is not your password.'] }]);
    expect((await call(t, user, 'POST', '/api/confirm-password', {})).json().errors).toEqual({ password: ['Password Required'] });
    expect((await call(t, null, 'POST', '/api/confirm-password', { password: goodPassword })).statusCode).toBe(401);
  });
});
