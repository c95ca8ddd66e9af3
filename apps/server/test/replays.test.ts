import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { addMember, call, removeMember } from './members.ts';
import { auth, goodPassword, invite, registerParent, verifyEmail } from './people.ts';
import type { TestUser } from './people.ts';

// A request with an Idempotency-Key that is sent again: by a phone that has not heard the answer, or by whoever has found it.

let at: TestApp;
let nora: TestUser;
let serial = 0;
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  await verifyEmail(at, nora);
});
afterAll(() => at.close());

const password = { password: goodPassword, password_confirmation: goodPassword };
const newPassword = 'Ganz-anderer-Baum-8';

/** A call that makes an account and signs it in, with what makes it the same when it is sent again. */
const calls = {
  '/api/register': async (email: string) => ({ firstname: 'Nora', lastname: 'Whitlock', email, ...password }),
  '/api/register-mobile': async (email: string) => ({ firstname: 'Nora', lastname: 'Whitlock', email, ...password }),
  '/api/accept-invite': async (email: string) => ({ name: 'Ruth Whitlock', email, token: (await invite(at, nora)).token, ...password }),
};

async function prepare(url: keyof typeof calls) {
  const email = `again-${(serial += 1)}@example.com`;
  const payload = await calls[url](email);
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => at.app.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.9.0.${serial}` });
  return { email, send };
}

const isSignedIn = async (token: string) => (await at.app.inject({ url: '/api/user', headers: auth(token) })).statusCode === 200;

describe.each(Object.keys(calls) as (keyof typeof calls)[])('%s sent again with its key', (url) => {
  it('[R2.11] signs in to the same account, by another token, while the password is the one it was made with', async () => {
    const { send } = await prepare(url);
    const [first, again] = [await send(), await send()];
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.json().data.profile.user_id).toBe(first.json().data.profile.user_id);
    expect(again.json().data.token).not.toBe(first.json().data.token);
    expect([await isSignedIn(first.json().data.token), await isSignedIn(again.json().data.token)]).toEqual([true, true]);
  });

  it('[R2.11] of several at once makes one account and signs all in', async () => {
    const { send } = await prepare(url);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json().data.profile.user_id)).size).toBe(1);
  });

  it('[R2.11] signs nobody in once the password is another one, also when it is the old one again', async () => {
    const { send } = await prepare(url);
    const { token } = (await send()).json().data;
    for (const [from, to] of [
      [goodPassword, newPassword],
      [newPassword, goodPassword],
    ]) {
      const change = { current_password: from, password: to, password_confirmation: to };
      expect((await call(at, { token }, 'POST', '/api/update-password', change)).statusCode).toBe(200);
      const again = await send();
      expect([url, again.statusCode]).toEqual([url, url === '/api/accept-invite' ? 410 : 422]);
      expect(again.body).not.toContain('user_id');
    }
    expect((await call(at, { token }, 'GET', '/api/sessions')).json().data.sessions).toHaveLength(1);
  });
});

describe('an invitation that was accepted with the account somebody has, sent again with its key', () => {
  it('[R2.11] names the family to a member, and nothing to whoever has left it', async () => {
    const guest = await registerParent(at.app);
    const { token } = await invite(at, nora);
    const headers = { 'idempotency-key': randomUUID() };
    const join = () => call(at, guest, 'POST', '/api/invitations/accept', { token }, headers);
    const joined = await join();
    expect(joined.statusCode).toBe(200);
    expect((await join()).json().data).toEqual(joined.json().data);
    await removeMember(at, nora, guest.userId);
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}`, { name: 'A new name' });
    const again = await join();
    expect(again.statusCode).toBe(410);
    expect(again.body).not.toContain('A new name');
    expect(again.body).not.toContain(nora.familyId);
  });
});

describe('what is made in a family, sent again with its key', () => {
  it('[R6.19] is the same thing in the same family, and a conflict in another one, also where that has become the current one', async () => {
    const ida = await addMember(at, nora.familyId, 'guardian', 'Ida');
    const { families } = (await call(at, ida, 'GET', '/api/families')).json().data as { families: { id: string }[] };
    const first = nora.familyId;
    const second = families.find(({ id }) => id !== first)!.id;
    const choose = (id: string) => call(at, ida, 'POST', `/api/families/${id}/current`, {});
    await choose(first);
    const share = (where: string, key: object) => call(at, ida, 'POST', `/api/posts${where}`, { text: 'Lunch' }, { ...key });
    const key = { 'idempotency-key': randomUUID() };
    const { id } = (await share('', key)).json().data.post;
    expect((await share('', key)).json().data.post.id).toBe(id);
    expect((await share(`?family_id=${first.toUpperCase()}`, key)).json().data.post.id).toBe(id);
    expect((await share(`?family_id=${second}`, key)).statusCode).toBe(409);
    await choose(second);
    expect((await share('', key)).statusCode).toBe(409);
    expect((await share(`?family_id=${first}`, key)).json().data.post.id).toBe(id);
    expect((await share('', { 'idempotency-key': randomUUID() })).statusCode).toBe(201);
    const { rows } = await at.platform.db.$client.query('select family_id from posts where author_id = $1 order by id', [ida.userId]);
    expect(rows).toEqual([{ family_id: first }, { family_id: second }]);
  });
});
