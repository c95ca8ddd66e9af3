import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import { coverageOf } from '#test/payments.ts';
import { acceptInvitation, auth, invite, registerParent, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp({ env: { PLAN_CURRENCY: 'EUR', PLAN_AMOUNTS: '499,3999,14900' } });
});
afterAll(() => t.close());

const feed = async (user: TestUser, query = '') => (await call(t, user, 'GET', `/api/posts${query}`)).statusCode;

describe('plans', () => {
  test('come from the configuration, for everybody', async () => {
    const answer = await call(t, null, 'GET', '/api/subscription/plans');
    expect(answer.json().data.plans).toEqual([
      { plan: 'monthly', amount: 499, currency: 'eur', interval: 'month' },
      { plan: 'yearly', amount: 3999, currency: 'eur', interval: 'year' },
      { plan: 'lifetime', amount: 14900, currency: 'eur', interval: null },
    ]);
    expect(new Intl.NumberFormat('en', { style: 'currency', currency: 'eur' }).format(4.99)).toBe('€4.99');
  });
});

describe('what covers', () => {
  test('is for who is signed in', async () => {
    expect((await call(t, null, 'GET', '/api/subscription')).statusCode).toBe(401);
  });

  test('[S4.4] the trial, to its end; then every call for the family’s content is 402, and what is one’s own stays open', async () => {
    const user = await registerParent(t.app);
    expect(await coverageOf(t, user)).toEqual({
      status: 'trialing',
      plan: null,
      covered_until: '2026-12-05T09:00:00.000Z',
      trial_ends_at: '2026-12-05T09:00:00.000Z',
      cancel_at_period_end: false,
      provider: null,
      covered_by: { family_id: user.familyId, name: 'The Whitlock family', mine: true },
    });
    t.clock.set('2026-12-05T08:59:59.999Z');
    expect(await feed(user)).toBe(200);
    t.clock.set('2026-12-05T09:00:00.000Z');
    const refused = await call(t, user, 'GET', '/api/posts');
    expect([refused.statusCode, refused.json().status_code]).toEqual([402, 'subscription_inactive']);
    expect((await call(t, user, 'POST', '/api/posts', { text: 7 })).statusCode).toBe(402);
    expect(await coverageOf(t, user)).toMatchObject({
      status: 'inactive',
      covered_until: null,
      trial_ends_at: '2026-12-05T09:00:00.000Z',
      covered_by: null,
    });
    for (const [method, url, body] of [
      ['GET', '/api/user'],
      ['GET', '/api/profile'],
      ['POST', '/api/profile/update', { firstname: 'Nora' }],
      ['GET', '/api/families'],
      ['GET', '/api/subscription'],
      ['GET', '/api/subscription/plans'],
      ['POST', '/api/device/register', { token: 'still' }],
      ['GET', '/api/sessions'],
      ['POST', '/api/logout'],
    ] as const)
      expect([url, (await call(t, user, method, url, body)).statusCode]).toEqual([url, 200]);
    t.clock.set('2026-11-21T09:00:00Z');
  });

  test('a member of several families is active when one of them is covered, and still 402 in the other', async () => {
    const owner = await registerParent(t.app, { lastname: 'Berg' });
    t.clock.advance({ days: 10 });
    const guest = await addMember(t, owner.familyId, 'relative', 'Ruth');
    const own = (await call(t, guest, 'GET', '/api/families'))
      .json()
      .data.families.find((family: { id: string }) => family.id !== owner.familyId).id;
    t.clock.advance({ days: 5 });
    expect(await coverageOf(t, guest)).toMatchObject({ status: 'trialing', covered_by: { family_id: own, mine: true } });
    expect(await feed(guest)).toBe(402);
    expect(await feed(guest, `?family_id=${own}`)).toBe(200);
    expect(await coverageOf(t, owner)).toMatchObject({ status: 'inactive', covered_by: null });
    const { families } = (await call(t, guest, 'GET', '/api/families')).json().data;
    expect(families.map((one: { id: string; covered: boolean }) => [one.id, one.covered]).toSorted()).toEqual(
      [
        [own, true],
        [owner.familyId, false],
      ].toSorted(),
    );
    t.clock.set('2026-11-21T09:00:00Z');
  });

  test('whoever was invited is covered by the owner’s trial', async () => {
    const owner = await registerParent(t.app, { lastname: 'Berg' });
    const guest = await addMember(t, owner.familyId, 'relative', 'Ruth');
    t.clock.advance({ days: 13 });
    expect((await coverageOf(t, guest)).covered_by).toMatchObject({ name: expect.any(String) });
    expect(await feed(guest)).toBe(200);
    t.clock.set('2026-11-21T09:00:00Z');
  });
});

describe('the trial', () => {
  test('only the first family somebody starts has one, whatever becomes of it', async () => {
    const user = await registerParent(t.app);
    const start = (as: TestUser, name: string) =>
      t.app.inject({ method: 'POST', url: '/api/families', headers: auth(as.token), payload: { name } });
    const second = (await start(user, 'Second')).json().data.family;
    expect(second).toMatchObject({ covered: false, current: true });
    expect(await feed(user)).toBe(402);
    expect(await feed(user, `?family_id=${user.familyId}`)).toBe(200);
  });

  test('somebody who was invited first has it when they start a family of their own, once, also when they start two at once', async () => {
    const owner = await registerParent(t.app);
    await verifyEmail(t, owner);
    const { invitation, token } = await invite(t, owner);
    const guest = await acceptInvitation(t, { token, email: invitation.email });
    expect((await call(t, guest, 'GET', '/api/families')).json().data.families).toHaveLength(1);
    const started = await Promise.all(['One', 'Two'].map((name) => call(t, guest, 'POST', '/api/families', { name })));
    expect(started.map((answer) => answer.json().data.family.covered).toSorted()).toEqual([false, true]);
  });
});
