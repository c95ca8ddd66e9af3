import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { goodPassword, invite, mailsThatFit, registerParent, verifyEmail } from '#test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());

let serial = 0;
const password = { password: goodPassword, password_confirmation: goodPassword };

/** Registers with an Accept-Language header. */
const registerAsking = (header: string) => {
  serial += 1;
  const email = `reader-${serial}@example.com`;
  return t.app.inject({
    method: 'POST',
    url: '/api/register',
    headers: { 'accept-language': header },
    payload: { firstname: 'Nora', lastname: 'Whitlock', email, ...password },
    remoteAddress: `198.51.100.${serial}`,
  });
};
type Signed = { token: string };
const localeOf = async (who: Signed) => (await call(t, who, 'GET', '/api/user')).json().data.user.locale;
/** What is said of an empty first name. */
const refusalFor = async (who: Signed | null, headers: Record<string, string> = {}) =>
  (await call(t, who, 'POST', '/api/profile/update', { firstname: '' }, headers)).json().message;

test('an account gets the language of the request that made it, and answers follow the account', async () => {
  const german = (await registerAsking('fr, de-AT;q=0.9, en;q=0.5')).json().data;
  expect(await localeOf(german)).toBe('de');
  expect(await refusalFor(german)).toMatch(/^Bitte „Vorname“/);
  expect(await refusalFor(german, { 'accept-language': 'en' })).toMatch(/^Bitte „Vorname“/);
  const english = (await registerAsking('fr')).json().data;
  expect(await localeOf(english)).toBe('en');
  expect(await refusalFor(english, { 'accept-language': 'de' })).toMatch(/^First name/);
  expect(await localeOf((await registerAsking('en-XA')).json().data)).toBe('en');
});

test('so does the account of somebody who accepts an invitation', async () => {
  const parent = await registerParent(t.app);
  await verifyEmail(t, parent);
  const { token, invitation } = await invite(t, parent);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/accept-invite',
    headers: { 'accept-language': 'de' },
    payload: { name: 'Ruth Whitlock', email: invitation.email, ...password, token },
  });
  expect(answer.statusCode).toBe(200);
  expect(await localeOf(answer.json().data)).toBe('de');
  expect(await localeOf(parent)).toBe('en');
});

test('it is changed with the profile, and told when signing in', async () => {
  const user = await registerParent(t.app);
  expect((await call(t, user, 'POST', '/api/profile/update', { locale: 'de' })).statusCode).toBe(200);
  expect(await refusalFor(user)).toMatch(/^Bitte „Vorname“/);
  expect((await call(t, user, 'POST', '/api/profile/update', { firstname: 'Léa' })).statusCode).toBe(200);
  const signedIn = await t.app.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, password: goodPassword } });
  expect(signedIn.json().data.user.locale).toBe('de');
  const wrong = await call(t, user, 'POST', '/api/profile/update', { firstname: 'Other', locale: 'fr' });
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['locale']]);
  expect(await localeOf(user)).toBe('de');
  expect((await call(t, user, 'GET', '/api/profile')).json().data[0].firstname).toBe('Léa');
  expect((await call(t, null, 'POST', '/api/profile/update', { locale: 'en' })).statusCode).toBe(401);
});

test('a made-up language is taken for tests, and decides answers and mails', async () => {
  const tested = await startApp({ env: { NODE_ENV: 'test' } });
  const user = await registerParent(tested.app);
  expect((await call(tested, user, 'POST', '/api/profile/update', { locale: 'en-XA' })).statusCode).toBe(200);
  expect((await call(tested, user, 'POST', '/api/profile/update', { firstname: '' })).json().message).toMatch(/^Ƒíířšţ/);
  await tested.app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: user.email } });
  const [mail] = await mailsThatFit(tested, user.email, ({ text }) => text?.includes('/reset-password?token=') === true);
  expect(mail?.subject).not.toMatch(/[a-z]{3}/);
  await tested.close();
  const refused = await call(t, await registerParent(t.app), 'POST', '/api/profile/update', { locale: 'en-XA' });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['locale']]);
});

test('who is not signed in is answered as Accept-Language asks', async () => {
  const register = (headers: Record<string, string>) => t.app.inject({ method: 'POST', url: '/api/register', payload: {}, headers });
  expect((await register({ 'accept-language': 'de' })).json().message).toMatch(/^Bitte „Vorname“/);
  expect((await register({})).json().message).toMatch(/^First name/);
});

test('no Accept-Language header breaks registering', async () => {
  const hostile = [
    '*',
    ';;;,,,',
    'de;q=NaN',
    'de;q=-1',
    '__proto__',
    'constructor;q=1',
    `${'de,'.repeat(3_000)}de`,
    "'; drop table users",
    '\u00ff',
  ];
  for (const header of hostile) {
    const answer = await registerAsking(header);
    expect([header.slice(0, 40), answer.statusCode]).toEqual([header.slice(0, 40), 200]);
    expect(await localeOf(answer.json().data)).toBe('en');
  }
});
