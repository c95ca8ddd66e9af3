import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import { goodPassword, invite, registerParent, tokenFromMail, verifyEmail } from './people.ts';
import type { TestUser } from './people.ts';

// Passwords that keep every rule of the form and are soon guessed, at every endpoint where one is chosen.

let at: TestApp;
let nora: TestUser;
let invited: string;
let reset: string;
const person = { firstname: 'Noralinde', lastname: 'Whitlock', email: 'noralinde.oak@example.com' };

beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  nora = await registerParent(at.app, person);
  await verifyEmail(at, nora);
  invited = (await invite(at, nora)).token;
  await at.app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: nora.email } });
  reset = await tokenFromMail(at, nora.email, 'reset-password');
});
afterAll(() => at.close());

const endpoints: Record<string, (password: string) => Promise<{ statusCode: number; body: string }>> = {
  register: (password) => ask('/api/register', { ...person, email: 'noralinde.oak@example.org', password }),
  'register-mobile': (password) => ask('/api/register-mobile', { ...person, email: 'noralinde.oak@example.org', password }),
  'accept-invite': (password) =>
    ask('/api/accept-invite', { name: 'Noralinde Whitlock', email: 'noralinde.oak@example.org', token: invited, password }),
  'reset-password': (password) => ask('/api/reset-password', { token: reset, email: nora.email, password }),
  'update-password': (password) => ask('/api/update-password', { current_password: goodPassword, password }, nora),
};

const ask = <Body extends { password: string }>(url: string, body: Body, by: TestUser | null = null) =>
  call(at, by, 'POST', url, { ...body, password_confirmation: body.password });

const common = 'Many people use this password, or one like it. Three or four words that do not belong together are safer.';
const own =
  'This password is close to your name, your e-mail or Heartwood, and soon guessed. Three or four words that have nothing to do with you are safer.';

describe.each(Object.keys(endpoints))('at %s', (endpoint) => {
  it.each([
    ['Password1!', common],
    ['Qwertyuiop1!', common],
    ['Iloveyou1!', common],
    ['P@ssw0rd', common],
    ['Noralinde.oak@example.orgA!', own],
    ['NoralindeWhitlock!', own],
    ['Whitlock!', own],
    ['Heartwood1!', own],
    ['Aa1!Aa1!Aa1!', 'This password follows a pattern and is soon guessed. Three or four words that do not belong together are safer.'],
  ])('[R2.14] a password that is soon guessed is refused, with what would be better: %s', async (password, said) => {
    const weak =
      endpoint === 'reset-password' || endpoint === 'update-password' ? password.replace('example.org', 'example.com') : password;
    const { statusCode, body } = await endpoints[endpoint]!(weak);
    expect([statusCode, JSON.parse(body).errors]).toEqual([422, { password: [said] }]);
  });

  it('[R2.14] words that have nothing to do with the person are taken', async () => {
    expect((await endpoints[endpoint]!('Stuhl-Regen-Flöte-4')).statusCode).toBe(200);
    if (endpoint !== 'update-password' && endpoint !== 'reset-password') await forget();
    else nora = { ...nora, token: await signIn('Stuhl-Regen-Flöte-4') };
    if (endpoint === 'reset-password') {
      const back = { current_password: 'Stuhl-Regen-Flöte-4', password: goodPassword, password_confirmation: goodPassword };
      expect((await call(at, nora, 'POST', '/api/update-password', back)).statusCode).toBe(200);
    }
  });

  const signIn = async (password: string) => (await ask('/api/login', { email: nora.email, password })).json().data.token as string;
  /** The account that was just made makes room for the next endpoint's. */
  const forget = async () => {
    const { json } = await ask('/api/login', { email: 'noralinde.oak@example.org', password: 'Stuhl-Regen-Flöte-4' });
    expect((await call(at, json().data, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
  };
});
