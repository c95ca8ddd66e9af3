import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStart } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call } from '#test/members.ts';
import { coverageOf } from '#test/payments.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { report, startWithStripe } from '#test/stripe.ts';
import { lookForMissed, reconcile } from './jobs.ts';

// What Stripe reports: forged, old, twice, in any order, of the other mode, lost.

let t: Awaited<ReturnType<typeof startWithStripe>>;
beforeAll(async () => {
  t = await startWithStripe();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const stored = async () => Number((await t.platform.db.$client.query('select count(*) from billing_events')).rows[0].count);

/** A customer who has bought, of which nothing was reported. */
async function customer(plan: string): Promise<{ user: TestUser; id: string }> {
  const user = await registerParent(t.app);
  await call(t, user, 'POST', '/api/subscription/checkout', { plan });
  const session = t.stripe.account.complete([...t.stripe.account.sessions.keys()].at(-1)!);
  return { user, id: (session.subscription as string | null) ?? session.id };
}
const subscriptionEvent = (id: string, type = 'customer.subscription.updated') =>
  t.stripe.account.event(type, t.stripe.account.subscriptions.get(id)!);
/** Reports, and waits until what follows is done. */
async function tell(event: object): Promise<void> {
  expect((await report(t, event)).statusCode).toBe(200);
  await jobsDone(t);
}

describe('is believed', () => {
  test('with a signature of either secret, not with a forged one, none, two, an old one, or that of other bytes', async () => {
    const { user, id } = await customer('monthly');
    const event = subscriptionEvent(id);
    const before = await stored();
    const good = JSON.stringify(event);
    const refused = [
      await report(t, event, { secret: 'whsec_wrong' }),
      await report(t, event, { header: 'nonsense' }),
      await report(t, event, { header: '' }),
      await report(t, event, { header: 't=1,v1=00' }),
      await report(t, event, { age: 301 }),
      await report(t, `${good} `, { header: String((await signed(good)).header) }),
      await report(t, '{"id":'),
      await report(t, '[]'),
      await report(t, '{"id":"evt_1","type":"x","livemode":false}'),
      await call(t, user, 'POST', '/api/stripe/webhook', event),
      await call(t, user, 'POST', '/api/stripe/webhook'),
    ];
    expect(refused.map(({ statusCode, json }) => [statusCode, json().status_code])).toEqual(refused.map(() => [400, 'malformed_request']));
    expect(await stored()).toBe(before);
    expect((await report(t, event, { age: 300 })).statusCode).toBe(200);
    expect((await report(t, subscriptionEvent(id), { secret: 'whsec_old' })).statusCode).toBe(200);
    expect(await stored()).toBe(before + 2);
  });

  test('of its own mode alone', async () => {
    const { user, id } = await customer('monthly');
    const event = { ...subscriptionEvent(id), livemode: true };
    expect((await report(t, event)).statusCode).toBe(400);
    const live = await startWithStripe({ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' });
    expect((await report(live, { ...event, livemode: false })).statusCode).toBe(400);
    expect((await report(live, event)).statusCode).toBe(200);
    await live.close();
    expect((await coverageOf(t, user)).status).toBe('trialing');
  });

  test('up to a megabyte, in whatever its content is', async () => {
    const event = { ...t.stripe.account.event('account.updated', { object: 'account' }), padding: '' };
    const room = 1_048_576 - JSON.stringify(event).length;
    expect((await report(t, { ...event, padding: 'x'.repeat(room) })).statusCode).toBe(200);
    expect((await report(t, { ...event, padding: 'x'.repeat(room + 1) })).statusCode).toBe(413);
    expect((await report(t, { ...event, id: 'evt_odd', padding: '__proto__ \u0000 ﷽' })).statusCode).toBe(200);
  });

  test('once: the same again changes nothing', async () => {
    const { user, id } = await customer('monthly');
    const event = subscriptionEvent(id, 'customer.subscription.created');
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(t, event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await stored()).toBe(before + 1);
    await jobsDone(t);
    expect((await coverageOf(t, user)).status).toBe('active');
    const facts = await t.platform.db.$client.query(`select type from activity where family_id = $1 and type like 'plan.%'`, [
      user.familyId,
    ]);
    expect(facts.rows).toEqual([{ type: 'plan.paid' }]);
  });

  test('many about one customer are stored each, and wait for one look at the account', async () => {
    const busy = await startWithStripe({}, { jobs: false });
    const nora = await registerParent(busy.app);
    await call(busy, nora, 'POST', '/api/subscription/checkout', { plan: 'monthly' });
    const { account } = busy.stripe;
    const session = account.complete([...account.sessions.keys()][0]!);
    const about = ['checkout.session.completed', 'customer.subscription.created', 'customer.subscription.updated', 'invoice.paid'];
    const answers = await Promise.all([...about, ...about].map((type) => report(busy, account.event(type, session))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const count = async (query: string) => Number((await busy.platform.db.$client.query(query)).rows[0].count);
    expect(await count('select count(*) from billing_events')).toBe(8);
    expect(await count(`select count(*) from pgboss.job where name = 'billing-sync'`)).toBe(1);
    await busy.close();
  });

  test('whoever it is about: a stranger to us is kept, and nothing follows', async () => {
    const asked = t.stripe.asked.length;
    await tell(t.stripe.account.event('customer.subscription.created', { object: 'subscription', id: 'sub_x', customer: 'cus_of_others' }));
    expect(t.stripe.asked).toHaveLength(asked);
  });
});

describe('what follows is what is at Stripe', () => {
  test('in any order, and what the report says is no matter', async () => {
    const { user, id } = await customer('monthly');
    const created = subscriptionEvent(id, 'customer.subscription.created');
    t.stripe.account.subscriptions.get(id)!.status = 'canceled';
    await tell(subscriptionEvent(id, 'customer.subscription.deleted'));
    await tell(created);
    expect((await coverageOf(t, user)).status).toBe('trialing');
    t.clock.advance({ days: 15 });
    expect((await coverageOf(t, user)).status).toBe('canceled');
  });

  test('a payment that failed covers for 7 days from the first failure, also when it fails again; then it is over, until it is paid', async () => {
    const { user, id } = await customer('monthly');
    await tell(subscriptionEvent(id));
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.account.renew(id, false);
    await tell(subscriptionEvent(id));
    expect(await coverageOf(t, user)).toMatchObject({ status: 'past_due', covered_until: '2026-12-28T09:00:00.000Z' });
    t.clock.advance({ days: 5 });
    t.stripe.account.renew(id, false);
    await tell(subscriptionEvent(id));
    expect(await coverageOf(t, user)).toMatchObject({ status: 'past_due', covered_until: '2026-12-28T09:00:00.000Z' });
    t.clock.set('2026-12-28T08:59:59.999Z');
    expect((await call(t, user, 'GET', '/api/posts')).statusCode).toBe(200);
    t.clock.set('2026-12-28T09:00:00.000Z');
    expect((await call(t, user, 'GET', '/api/posts')).statusCode).toBe(402);
    expect((await call(t, user, 'POST', '/api/subscription/checkout', { plan: 'monthly' })).statusCode).toBe(409);
    t.stripe.account.recover(id);
    await tell(subscriptionEvent(id));
    expect((await coverageOf(t, user)).status).toBe('active');
  });

  test('who ends a plan that is past due ends it at once, at Stripe too, and may choose one again', async () => {
    const { user, id } = await customer('monthly');
    await tell(subscriptionEvent(id));
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.account.renew(id, false);
    await tell(subscriptionEvent(id));
    expect((await call(t, user, 'POST', '/api/subscription/cancel')).json().data).toMatchObject({ status: 'canceled', covered_by: null });
    expect(t.stripe.account.subscriptions.get(id)!.status).toBe('canceled');
    expect((await call(t, user, 'POST', '/api/subscription/checkout', { plan: 'monthly' })).statusCode).toBe(200);
  });

  test('a full refund ends it at once, at Stripe too; a part of it does not', async () => {
    const { user, id } = await customer('monthly');
    t.stripe.account.refund(id, 0.5);
    const charge = t.stripe.account.chargesOf(id)[0]!;
    await tell(t.stripe.account.event('charge.refunded', charge));
    expect((await coverageOf(t, user)).status).toBe('active');
    t.stripe.account.refund(id);
    t.clock.advance({ days: 15 });
    await tell(t.stripe.account.event('charge.refunded', charge));
    expect((await coverageOf(t, user)).status).toBe('canceled');
    expect(t.stripe.account.subscriptions.get(id)?.status).toBe('canceled');
    expect((await call(t, user, 'GET', '/api/subscription/invoices')).json().data.invoices[0].status).toBe('refunded');
    expect((await call(t, user, 'POST', '/api/subscription/checkout', { plan: 'yearly' })).statusCode).toBe(200);
  });

  test('a dispute changes nothing while it is open, and ends a lifetime when it is lost', async () => {
    const { user, id } = await customer('lifetime');
    await tell(t.stripe.account.event('charge.dispute.created', t.stripe.account.dispute(id, 'needs_response')!));
    expect((await coverageOf(t, user)).status).toBe('lifetime');
    t.clock.advance({ days: 15 });
    await tell(t.stripe.account.event('charge.dispute.closed', t.stripe.account.dispute(id, 'lost')!));
    expect((await coverageOf(t, user)).status).toBe('canceled');
    await tell(t.stripe.account.event('charge.dispute.updated', t.stripe.account.dispute(id, 'won')!));
    expect((await coverageOf(t, user)).status).toBe('lifetime');
  });

  test('a status that nobody knows leaves everything as it was', async () => {
    const { user, id } = await customer('yearly');
    await tell(subscriptionEvent(id));
    const before = await coverageOf(t, user);
    t.stripe.account.subscriptions.get(id)!.status = 'dreaming' as never;
    await tell(subscriptionEvent(id));
    expect(await coverageOf(t, user)).toEqual(before);
  });

  test('what was never reported is found by comparing', async () => {
    const { user, id } = await customer('yearly');
    expect((await coverageOf(t, user)).status).toBe('trialing');
    expect(await reconcile(t.platform)).toBe(t.stripe.account.customers.size);
    expect((await coverageOf(t, user)).status).toBe('active');
    t.stripe.account.subscriptions.get(id)!.status = 'unpaid';
    t.clock.advance({ days: 15 });
    await reconcile(t.platform);
    expect((await coverageOf(t, user)).status).toBe('inactive');
    t.stripe.mood = 'down';
    await expect(reconcile(t.platform)).rejects.toThrow(/could not be compared/);
    t.stripe.mood = 'well';
  });

  test('what was paid, and what was renewed, counts within minutes also when nothing of it is reported', async () => {
    t.clock.set('2026-11-23T10:00:00.000Z');
    await t.platform.db.$client.query(`update checkouts set state = 'ended' where state = 'open'`);
    await reconcile(t.platform);
    const { user, id } = await customer('monthly');
    const nora = await registerParent(t.app);
    await call(t, nora, 'POST', '/api/subscription/checkout', { plan: 'monthly' });
    t.clock.advance({ minutes: 2 });
    await lookForMissed(t.platform);
    expect(await coverageOf(t, user)).toMatchObject({ status: 'active', covered_until: '2026-12-23T10:00:00.000Z' });
    // Of a page that nobody has paid one thing is asked, and after some hours nothing.
    let asked = t.stripe.asked.length;
    await lookForMissed(t.platform);
    expect(t.stripe.asked.slice(asked).map(({ path }) => path)).toEqual([expect.stringMatching(/^\/v1\/checkout\/sessions\/cs_/)]);
    t.clock.advance({ hours: 3 });
    asked = t.stripe.asked.length;
    await lookForMissed(t.platform);
    expect(t.stripe.asked).toHaveLength(asked);

    t.clock.set('2026-12-23T10:00:00.000Z');
    t.stripe.account.passPeriod(id);
    t.clock.advance({ minutes: 2 });
    t.stripe.mood = 'down';
    await expect(lookForMissed(t.platform)).rejects.toThrow('Stripe is in trouble: down');
    t.stripe.mood = 'well';
    await lookForMissed(t.platform);
    expect(await coverageOf(t, user)).toMatchObject({ status: 'active', covered_until: '2027-01-22T10:00:00.000Z' });
    asked = t.stripe.asked.length;
    await lookForMissed(t.platform);
    expect(t.stripe.asked).toHaveLength(asked);
  });

  test('a Stripe that is away is not asked about everybody', async () => {
    for (let count = 0; count < 30; count += 1) t.stripe.account.addCustomer({ id: `cus_many_${count}` });
    const ids = [...t.stripe.account.customers.keys()];
    const insert = `insert into billing_customers (id, provider, created_at) select id, 'stripe', $2 from unnest($1::text[]) as id on conflict do nothing`;
    await t.platform.db.$client.query(insert, [ids, t.clock.now()]);
    const asked = t.stripe.asked.length;
    t.stripe.mood = 'strange key';
    await expect(reconcile(t.platform)).rejects.toThrow('Stripe does not know the key in STRIPE_SECRET_KEY.');
    t.stripe.mood = 'well';
    expect(t.stripe.asked.length - asked).toBe(20 * 4);
    expect(await reconcile(t.platform)).toBe(ids.length);
  });

  test('while Stripe is away a report is kept, and what follows comes later', { timeout: 60_000 }, async () => {
    const { user, id } = await customer('monthly');
    t.stripe.mood = 'down';
    const asked = t.stripe.asked.length;
    expect((await report(t, subscriptionEvent(id))).statusCode).toBe(200);
    await expect.poll(() => t.stripe.asked.length).toBeGreaterThan(asked);
    t.stripe.mood = 'well';
    await expect.poll(async () => (await coverageOf(t, user)).status, { timeout: 40_000, interval: 250 }).toBe('active');
  });
});

/** The header of a report about other bytes. */
async function signed(payload: string): Promise<{ header: string }> {
  const { default: Stripe } = await import('stripe');
  const timestamp = Math.floor(t.clock.now().getTime() / 1_000);
  return { header: new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret: 'whsec_new', timestamp }) };
}
