import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStart } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { report, startWithStripe } from '#test/stripe.ts';
import { reconcile } from './jobs.ts';

// Families whose owner goes: what was paid for them stays to the end of its period, and nobody is asked for more.

let t: Awaited<ReturnType<typeof startWithStripe>>;
beforeAll(async () => {
  t = await startWithStripe();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const coverage = async (user: TestUser) => (await call(t, user, 'GET', '/api/subscription')).json().data;
const feed = async (user: TestUser, familyId: string) => (await call(t, user, 'GET', `/api/posts?family_id=${familyId}`)).statusCode;

/** A family whose owner pays, and a guardian. Nobody's trial counts any more. */
async function paying(plan = 'monthly'): Promise<{ nora: TestUser; sam: TestMember; bought: string }> {
  const nora = await registerParent(t.app);
  const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
  await t.platform.db.$client.query('update families set trial_ends_at = null');
  const bought = await buy(nora, plan);
  return { nora, sam, bought };
}

async function buy(user: TestUser, plan: string): Promise<string> {
  await call(t, user, 'POST', '/api/subscription/checkout', { plan });
  const session = t.stripe.books.complete([...t.stripe.books.sessions.keys()].at(-1)!);
  await tell('checkout.session.completed', session);
  return (session.subscription as string | null) ?? session.id;
}
async function tell(type: string, object: object): Promise<void> {
  expect((await report(t, t.stripe.books.event(type, object))).statusCode).toBe(200);
  await jobsDone(t);
}
const handOver = async (from: TestUser, to: TestUser) => {
  const answer = await call(t, from, 'POST', `/api/families/${from.familyId}/owner`, { user_id: to.userId });
  expect(answer.statusCode).toBe(200);
};

describe('handing a family over', () => {
  test('leaves it covered to the end of the paid period, without another card and without what is renewed', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    expect(await feed(nora, nora.familyId)).toBe(200);
    expect(await coverage(sam)).toMatchObject({
      status: 'active',
      plan: 'monthly',
      covered_until: '2026-12-21T09:00:00.000Z',
      cancel_at_period_end: true,
      covered_by: { family_id: nora.familyId, mine: true },
    });
    expect(t.stripe.books.subscriptions.get(bought)?.status).toBe('active');
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.books.renew(bought, true);
    await tell('invoice.paid', { object: 'invoice', customer: t.stripe.books.subscriptions.get(bought)!.customer });
    expect(await feed(nora, nora.familyId)).toBe(402);
    const other = (await call(t, nora, 'POST', '/api/families', { name: 'Nora’s own' })).json().data.family;
    expect(await feed(nora, other.id)).toBe(200);
  });

  test('the new owner can pay at once, the old one can still end what runs', async () => {
    const { nora, sam } = await paying();
    await handOver(nora, sam);
    expect((await call(t, nora, 'POST', '/api/subscription/cancel')).statusCode).toBe(200);
    await buy(sam, 'yearly');
    t.clock.advance({ days: 300 });
    const { rows } = await t.platform.db.$client.query('select paid_until from families where id = $1', [nora.familyId]);
    expect(rows[0].paid_until.toISOString()).toBe('2027-11-22T09:00:00.000Z');
  });

  test('there and back is as it was, also with what another family pays', async () => {
    const { nora, sam } = await paying('lifetime');
    await handOver(nora, sam);
    expect(await coverage(sam)).toMatchObject({ status: 'active', covered_until: null, covered_by: { family_id: nora.familyId } });
    await handOver({ ...sam, familyId: nora.familyId }, nora);
    expect(await coverage(nora)).toMatchObject({ status: 'lifetime', covered_by: { mine: true } });
    const guest = await addMember(t, nora.familyId, 'relative', 'Ruth');
    await buy(guest, 'yearly');
    await call(t, nora, 'PATCH', `/api/families/${nora.familyId}/members/${guest.userId}`, { role: 'guardian' });
    const { rows } = await t.platform.db.$client.query('select count(*)::int as n from kept_coverage where family_id = $1', [
      nora.familyId,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('a refund ends what was left, too', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    t.stripe.books.refund(bought);
    await tell('charge.refunded', t.stripe.books.chargesOf(bought)[0]!);
    expect(await feed(sam, nora.familyId)).toBe(402);
  });
});

describe('an owner who deletes their account', () => {
  test('leaves the family covered to the end of the paid period, and the provider asks for no more', async () => {
    const { nora, sam, bought } = await paying();
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect(t.stripe.books.subscriptions.get(bought)?.status).toBe('canceled');
    await tell('customer.subscription.deleted', t.stripe.books.subscriptions.get(bought)!);
    t.clock.set('2026-12-21T08:59:59.000Z');
    expect(await feed(sam, nora.familyId)).toBe(200);
    t.clock.set('2026-12-21T09:00:00.000Z');
    expect(await feed(sam, nora.familyId)).toBe(402);
  });

  test('while the provider is away it is tried again, and a night finds it, too', { timeout: 60_000 }, async () => {
    const { nora, bought } = await paying();
    t.stripe.mood = 'down';
    const asked = t.stripe.asked.length;
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await expect.poll(() => t.stripe.asked.length).toBeGreaterThan(asked);
    t.stripe.mood = 'well';
    await expect.poll(() => t.stripe.books.subscriptions.get(bought)?.status, { timeout: 40_000, interval: 250 }).toBe('canceled');
    t.stripe.books.subscriptions.get(bought)!.status = 'active';
    await reconcile(t.platform);
    await jobsDone(t);
    expect(t.stripe.books.subscriptions.get(bought)?.status).toBe('canceled');
  });

  test('of a family with nobody left nothing stays', async () => {
    const nora = await registerParent(t.app);
    const bought = await buy(nora, 'monthly');
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect(t.stripe.books.subscriptions.get(bought)?.status).toBe('canceled');
    const { rows } = await t.platform.db.$client.query('select user_id from purchases where provider_id = $1', [bought]);
    expect(rows).toEqual([{ user_id: null }]);
  });
});
