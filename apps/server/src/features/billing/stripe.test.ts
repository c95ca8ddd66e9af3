import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStart } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call } from '#test/members.ts';
import { askOfPlan } from '#test/payments.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { report, startWithStripe } from '#test/stripe.ts';
import type { Mood } from '#test/stripe-server.ts';

// Paying at Stripe, spoken with over HTTP.

let t: Awaited<ReturnType<typeof startWithStripe>>;
beforeAll(async () => {
  t = await startWithStripe({ STRIPE_AUTOMATIC_TAX: 'on', STRIPE_PROMOTION_CODES: 'on' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));
afterEach(() => {
  t.stripe.mood = 'well';
});

const lastSession = () => [...t.stripe.account.sessions.values()].at(-1)!;

/** Buys at Stripe, which reports it. @returns the id of what was bought */
async function buy(user: TestUser, plan: string): Promise<string> {
  expect((await askOfPlan(t, user, 'POST', '/checkout', { plan })).status).toBe(200);
  const session = t.stripe.account.complete(lastSession().id);
  expect((await report(t, t.stripe.account.event('checkout.session.completed', session))).statusCode).toBe(200);
  await jobsDone(t);
  return (session.subscription as string | null) ?? session.id;
}

test('somebody becomes a customer, and pays in the page: prices, quantity and mode are ours', async () => {
  const nora = await registerParent(t.app);
  const { data } = await askOfPlan(t, nora, 'POST', '/checkout', {
    plan: 'yearly',
    price: 'price_000001',
    amount: 1,
    quantity: 9,
    customer: 'cus_1',
  });
  expect(data).toEqual({ client_secret: expect.stringMatching(/_secret$/), url: null, provider: 'stripe' });
  const asked = t.stripe.asked.findLast(({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST');
  expect(asked?.body).toMatchObject({
    mode: 'subscription',
    ui_mode: 'embedded_page',
    line_items: [{ quantity: '1' }],
    automatic_tax: { enabled: 'true' },
    allow_promotion_codes: 'true',
    return_url: 'http://localhost:3000/subscribe?checkout=plan',
  });
  expect(asked?.key).toMatch(/^heartwood-checkout-/);
  expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly' })).data).toEqual(data);
  expect(t.stripe.account.customers.size).toBe(1);
  expect((await askOfPlan(t, nora, 'GET', '/plans')).data.provider).toBe('stripe');
});

test('where the form does not come a page of Stripe takes its place, and only that can be paid', async () => {
  const nora = await registerParent(t.app);
  const form = (await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly' })).data;
  const embedded = lastSession().id;
  const page = (await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly', hosted: true })).data;
  expect(page).toEqual({ client_secret: null, url: expect.stringMatching(/^https?:/), provider: 'stripe' });
  expect(t.stripe.account.sessions.get(embedded)?.status).toBe('expired');
  expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly', hosted: true })).data).toEqual(page);
  expect(form.client_secret).not.toBeNull();
});

test('without a key for the browser Stripe’s own page is led to', async () => {
  const other = await startWithStripe({ STRIPE_PUBLISHABLE_KEY: '' });
  const nora = await registerParent(other.app);
  const { data } = (await call(other, nora, 'POST', '/api/subscription/checkout', { plan: 'lifetime' })).json();
  expect(data).toEqual({ client_secret: null, url: expect.stringContaining('https://checkout.stripe.example/'), provider: 'stripe' });
  await other.close();
});

test('the page after paying proves nothing; the payment does', async () => {
  const nora = await registerParent(t.app);
  await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
  const session = lastSession();
  await report(t, t.stripe.account.event('checkout.session.completed', { ...session, status: 'complete', payment_status: 'paid' }));
  await jobsDone(t);
  expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('trialing');
  t.stripe.account.complete(session.id);
  await report(t, t.stripe.account.event('checkout.session.completed', session));
  await jobsDone(t);
  expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({
    status: 'active',
    plan: 'monthly',
    provider: 'stripe',
    covered_until: '2026-12-21T09:00:00.000Z',
  });
  expect(
    (await call(t, nora, 'POST', '/api/sandbox/pay', { checkout: session.id, number: '4242424242424242', expiry: '12/34', cvc: '123' }))
      .statusCode,
  ).toBe(404);
});

test('a lifetime whose money comes later counts when it has come', async () => {
  const nora = await registerParent(t.app);
  await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'lifetime' });
  const { id } = lastSession();
  t.stripe.account.complete(id, 'unpaid');
  await report(t, t.stripe.account.event('checkout.session.completed', lastSession()));
  await jobsDone(t);
  expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('trialing');
  expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' })).status).toBe(409);
  t.stripe.account.settle(id);
  await report(t, t.stripe.account.event('checkout.session.async_payment_succeeded', lastSession()));
  await jobsDone(t);
  expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'lifetime', plan: 'lifetime' });
});

test.for(['requires_payment_method', 'canceled'] as const)(
  'a lifetime whose money does not come in the end, %s, stands in the way of nothing',
  async (status) => {
    const nora = await registerParent(t.app);
    await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'lifetime' });
    const { id } = t.stripe.account.complete(lastSession().id, 'unpaid');
    await report(t, t.stripe.account.event('checkout.session.completed', lastSession()));
    expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'lifetime' })).status).toBe(409);
    await report(t, t.stripe.account.event('checkout.session.async_payment_failed', t.stripe.account.fail(id, status)));
    await jobsDone(t);
    expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('trialing');
    expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'lifetime' })).status).toBe(200);
    expect(lastSession()).not.toMatchObject({ id });
    await buy(nora, 'monthly');
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'active', plan: 'monthly' });
  },
);

test('a lifetime ends the plan that runs', async () => {
  const nora = await registerParent(t.app);
  const monthly = await buy(nora, 'monthly');
  await buy(nora, 'lifetime');
  expect(t.stripe.account.subscriptions.get(monthly)?.status).toBe('canceled');
  expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('lifetime');
});

test('a page that was paid a moment ago is not opened a second time', async () => {
  const nora = await registerParent(t.app);
  await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
  t.stripe.account.complete(lastSession().id);
  expect(await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly' })).toMatchObject({ status: 409, code: 'conflict' });
  expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'active', plan: 'monthly' });
});

test('ending, taking it up again, also of what was ended at the portal, and the portal itself', async () => {
  const nora = await registerParent(t.app);
  expect((await askOfPlan(t, nora, 'POST', '/portal')).status).toBe(404);
  const id = await buy(nora, 'monthly');
  expect((await askOfPlan(t, nora, 'POST', '/cancel')).data).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect((await askOfPlan(t, nora, 'POST', '/resume')).data).toMatchObject({ cancel_at_period_end: false });
  t.stripe.account.subscriptions.get(id)!.cancel_at = t.stripe.account.endOf(id);
  await report(t, t.stripe.account.event('customer.subscription.updated', t.stripe.account.subscriptions.get(id)!));
  await jobsDone(t);
  expect((await askOfPlan(t, nora, 'GET', '')).data.cancel_at_period_end).toBe(true);
  expect((await askOfPlan(t, nora, 'POST', '/resume')).data.cancel_at_period_end).toBe(false);
  expect((await askOfPlan(t, nora, 'POST', '/portal')).data.url).toContain('https://billing.stripe.example/');
});

test('another plan costs what Stripe says it does; a declined card leaves the plan as it was', async () => {
  const nora = await registerParent(t.app);
  await buy(nora, 'monthly');
  const announced = await askOfPlan(t, nora, 'GET', '/change?plan=yearly');
  expect(announced.data).toEqual({
    amount_due: 4_321,
    currency: 'usd',
    from: 'monthly',
    to: 'yearly',
    effective_at: '2026-11-21T09:00:00.000Z',
  });
  t.stripe.mood = 'declining';
  expect(await askOfPlan(t, nora, 'POST', '/change', { plan: 'yearly' })).toMatchObject({ status: 409, code: 'conflict' });
  expect((await askOfPlan(t, nora, 'GET', '')).data.plan).toBe('monthly');
  t.stripe.mood = 'well';
  expect((await askOfPlan(t, nora, 'POST', '/change', { plan: 'yearly' })).data).toEqual(announced.data);
  expect((await askOfPlan(t, nora, 'GET', '')).data.plan).toBe('yearly');
  const { invoices } = (await askOfPlan(t, nora, 'GET', '/invoices')).data;
  expect(invoices).toHaveLength(2);
  expect(invoices[0]).toMatchObject({ amount: 4999, currency: 'usd', status: 'paid', url: 'https://invoice.stripe.example/x' });
});

describe('a bill of nothing', () => {
  test('after a payment, for a change on credit, does not undo that it was given back', async () => {
    const nora = await registerParent(t.app);
    const id = await buy(nora, 'yearly');
    t.clock.advance({ days: 15 });
    t.stripe.account.billNothing(id);
    await report(t, t.stripe.account.event('customer.subscription.updated', t.stripe.account.subscriptions.get(id)!));
    await jobsDone(t);
    expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('active');
    t.stripe.account.refund(id);
    await report(t, t.stripe.account.event('charge.refunded', t.stripe.account.chargesOf(id)[0]!));
    await jobsDone(t);
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'canceled', covered_by: null });
    expect(t.stripe.account.subscriptions.get(id)?.status).toBe('canceled');
  });

  test('alone, for a trial at Stripe, is nothing that was given back', async () => {
    const nora = await registerParent(t.app);
    const id = await buy(nora, 'monthly');
    t.stripe.account.subscriptions.get(id)!.status = 'trialing';
    t.stripe.account.invoices.pop();
    t.stripe.account.billNothing(id);
    await report(t, t.stripe.account.event('customer.subscription.updated', t.stripe.account.subscriptions.get(id)!));
    await jobsDone(t);
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'trialing', plan: 'monthly', covered_by: { mine: true } });
  });
});

test('a price at Stripe that is not the one shown is never charged', async () => {
  const other = await startWithStripe({ PLAN_AMOUNTS: '599,4999,100' });
  const nora = await registerParent(other.app);
  expect((await call(other, nora, 'POST', '/api/subscription/checkout', { plan: 'lifetime' })).statusCode).toBe(503);
  expect((await call(other, nora, 'POST', '/api/subscription/checkout', { plan: 'monthly' })).statusCode).toBe(200);
  await other.close();
});

describe('a Stripe in trouble', () => {
  test.for<Mood>(['down', 'resetting', 'garbage', 'nonsense'])(
    '%s: a kind refusal, nothing is changed, and it goes on afterwards',
    async (mood) => {
      const nora = await registerParent(t.app);
      const sam = await registerParent(t.app);
      const id = await buy(nora, 'monthly');
      const before = await askOfPlan(t, nora, 'GET', '');
      t.stripe.mood = mood;
      for (const [user, method, path, body] of [
        [sam, 'POST', '/checkout', { plan: 'monthly' }],
        [sam, 'POST', '/gifts', { email: 'a@example.com' }],
        [nora, 'POST', '/cancel', undefined],
        [nora, 'POST', '/change', { plan: 'yearly' }],
        [nora, 'GET', '/invoices', undefined],
        [nora, 'POST', '/portal', undefined],
      ] as const) {
        const answer = await call(t, user, method, `/api/subscription${path}`, body);
        expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '30']);
        expect(answer.json().message).toContain('Nothing was charged');
      }
      expect(await askOfPlan(t, nora, 'GET', '')).toEqual(before);
      expect(t.stripe.account.subscriptions.get(id)).toMatchObject({ status: 'active', cancel_at_period_end: false });
      t.stripe.mood = 'well';
      expect((await askOfPlan(t, sam, 'POST', '/checkout', { plan: 'monthly' })).status).toBe(200);
    },
  );

  test('a gift without a page is no gift; the same key tried again makes it, once', async () => {
    const nora = await registerParent(t.app);
    await buy(nora, 'monthly');
    const headers = { 'idempotency-key': randomUUID() };
    const give = () => call(t, nora, 'POST', '/api/subscription/gifts', { email: 'a@example.com', message: 'For you' }, headers);
    const gifts = async () => (await askOfPlan(t, nora, 'GET', '/gifts')).data.gifts;
    t.stripe.mood = 'down';
    expect((await give()).statusCode).toBe(503);
    expect(await gifts()).toEqual([]);
    t.stripe.mood = 'well';
    const [first, ...more] = [await give(), ...(await Promise.all([give(), give()]))];
    expect(first.statusCode, first.body).toBe(200);
    for (const again of more) expect(again.json().data).toEqual(first.json().data);
    expect(await gifts()).toMatchObject([{ state: 'unpaid' }]);
    const atOnce = { 'idempotency-key': randomUUID() };
    const twice = () => call(t, nora, 'POST', '/api/subscription/gifts', { email: 'b@example.com', message: null }, atOnce);
    const [one, other] = await Promise.all([twice(), twice()]);
    expect([one.statusCode, other.json().data]).toEqual([200, one.json().data]);
    expect(await gifts()).toHaveLength(2);
  });

  test.for<Mood>(['hanging', 'dripping'])('%s: given up, and said kindly', { timeout: 60_000 }, async (mood) => {
    const nora = await registerParent(t.app);
    t.stripe.mood = mood;
    const answer = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
    expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
  });
});
