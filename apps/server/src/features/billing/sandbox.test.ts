import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call } from '#test/members.ts';
import { registerParent, signInAgain } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askOfPlan, pageOf, pay, subscribe } from '#test/payments.ts';
import { query } from '#test/rows.ts';
import { lookForMissed, syncCustomer } from './jobs.ts';

// All of paying by HTTP, without any key: the provider is the sandbox.

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const feed = async (user: TestUser) => (await call(t, user, 'GET', '/api/posts')).statusCode;

describe('paying', () => {
  test('[S4.4] a plan covers everybody in every family of its owner, from the payment on', async () => {
    const nora = await registerParent(t.app);
    const ruth = await addMember(t, nora.familyId, 'relative', 'Ruth');
    await call(t, nora, 'POST', '/api/families', { name: 'Second' });
    t.clock.advance({ days: 15 });
    expect([await feed(nora), await feed(ruth)]).toEqual([402, 402]);
    await subscribe(t, nora, 'yearly');
    expect([await feed(nora), await feed(ruth)]).toEqual([200, 200]);
    expect(await askOfPlan(t, nora, 'GET', '')).toMatchObject({
      data: {
        status: 'active',
        plan: 'yearly',
        covered_until: '2027-12-06T09:00:00.000Z',
        cancel_at_period_end: false,
        provider: 'sandbox',
        covered_by: { mine: true },
      },
    });
    expect((await askOfPlan(t, ruth, 'GET', '')).data).toMatchObject({
      status: 'active',
      covered_by: { family_id: nora.familyId, mine: false },
    });
    const third = (await call(t, nora, 'POST', '/api/families', { name: 'Third' })).json().data.family;
    expect(third.covered).toBe(true);
  });

  test('the page of the sandbox says what is to be paid, to whom it belongs alone', async () => {
    const [nora, stranger] = [await registerParent(t.app), await registerParent(t.app)];
    const { data } = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly', amount: 1, currency: 'xxx', quantity: 0 });
    expect(data).toEqual({
      client_secret: null,
      url: expect.stringContaining('http://localhost:3000/sandbox/checkout/'),
      provider: 'sandbox',
    });
    const id = data.url.split('/').pop();
    const look = async (user: TestUser) => (await call(t, user, 'GET', `/api/sandbox/checkouts/${id}`)).json();
    expect((await look(nora)).data).toEqual({ plan: 'monthly', gift: false, amount: 599, currency: 'usd', state: 'open' });
    expect((await look(stranger)).status_code).toBe('not_found');
    expect((await pay(t, stranger, id)).status_code).toBe('not_found');
    expect((await pay(t, nora, id)).success).toBe(true);
    expect((await look(nora)).data.state).toBe('paid');
    expect((await pay(t, nora, id)).status_code).toBe('conflict');
  });

  test('who only looks at a page of the sandbox, or is refused it, changes nothing that it has written', async () => {
    const [nora, stranger] = [await registerParent(t.app), await registerParent(t.app)];
    const { data } = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
    await askOfPlan(t, stranger, 'POST', '/checkout', { plan: 'monthly' });
    const written = () => query(t, 'select id, xmin::text from sandbox_customers order by id');
    const before = await written();
    const id = data.url.split('/').pop();
    for (const user of [nora, stranger]) await call(t, user, 'GET', `/api/sandbox/checkouts/${id}`);
    await pay(t, stranger, id);
    expect(await written()).toEqual(before);
  });

  test('cards do what the well-known test numbers do', async () => {
    const nora = await registerParent(t.app);
    const { data } = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
    const id = data.url.split('/').pop();
    const trying = async (card: object) => {
      const { success, status_code, errors } = await pay(t, nora, id, card);
      return success ? 'paid' : `${status_code} ${Object.keys(errors ?? {}).join()}`;
    };
    expect(await trying({ number: '4000 0000 0000 0002' })).toBe('validation_failed number');
    expect(await trying({ number: '4111 1111 1111 1111' })).toBe('validation_failed number');
    expect(await trying({ number: 'card' })).toBe('validation_failed number');
    expect(await trying({ expiry: '10/26' })).toBe('validation_failed number');
    expect(await trying({ expiry: '13/30' })).toBe('validation_failed expiry');
    expect(await trying({ cvc: '1' })).toBe('validation_failed cvc');
    expect(await trying({ number: '4000002500003155' })).toBe('conflict ');
    expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('trialing');
    expect(await trying({ number: '4000 0025 0000 3155', confirmed: true })).toBe('paid');
    expect((await askOfPlan(t, nora, 'GET', '')).data.status).toBe('active');
  });

  test('the same key is the same page while that is open, and no second one once it is paid; another plan with it is refused', async () => {
    const nora = await registerParent(t.app);
    const key = { 'idempotency-key': randomUUID() };
    const open = (plan: string) => call(t, nora, 'POST', '/api/subscription/checkout', { plan }, key);
    const first = await open('monthly');
    expect((await open('monthly')).json().data).toEqual(first.json().data);
    expect((await open('yearly')).statusCode).toBe(409);
    expect((await pay(t, nora, pageOf(first))).success).toBe(true);
    expect((await open('monthly')).statusCode).toBe(409);
    expect(
      await query(t, 'select count(*)::int from checkouts join billing_customers c on c.id = customer_id where user_id = $1', [
        nora.userId,
      ]),
    ).toEqual([{ count: 1 }]);
  });

  test('one page is open at a time; where a plan runs only a lifetime may be bought, and it ends the plan', async () => {
    const nora = await registerParent(t.app);
    const first = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' });
    expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' })).data).toEqual(first.data);
    const other = await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly' });
    expect((await pay(t, nora, first.data.url.split('/').pop())).status_code).toBe('conflict');
    await pay(t, nora, other.data.url.split('/').pop());
    expect(await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'monthly' })).toMatchObject({ status: 409, code: 'conflict' });
    await subscribe(t, nora, 'lifetime');
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'lifetime', plan: 'lifetime', covered_until: null });
    expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'lifetime' })).status).toBe(409);
    await expect.poll(async () => (await askOfPlan(t, nora, 'POST', '/cancel')).status, { timeout: 10_000 }).toBe(409);
    t.clock.advance({ days: 40_000 });
    expect(await feed(await signInAgain(t, nora))).toBe(200);
  });

  test('many checkouts at once are one, whatever their plans', async () => {
    const nora = await registerParent(t.app);
    const plans = ['monthly', 'yearly', 'monthly', 'lifetime', 'yearly', 'monthly'];
    const answers = await Promise.all(plans.map((plan) => askOfPlan(t, nora, 'POST', '/checkout', { plan })));
    const paid = await Promise.all(answers.filter(({ data }) => data).map(({ data }) => pay(t, nora, data.url.split('/').pop())));
    expect(paid.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('only who owns a family pays for one', async () => {
    const nora = await registerParent(t.app);
    const ruth = await addMember(t, nora.familyId, 'relative', 'Ruth');
    await t.platform.db.$client.query(`update members set role = 'relative' where user_id = $1`, [ruth.userId]);
    for (const [method, path, body] of [
      ['POST', '/checkout', { plan: 'monthly' }],
      ['GET', '/change?plan=monthly', undefined],
      ['POST', '/change', { plan: 'monthly' }],
      ['GET', '/invoices', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/resume', undefined],
      ['POST', '/portal', undefined],
      ['POST', '/gifts/redeem', { code: 'none' }],
    ] as const) {
      expect([path, (await call(t, null, method, `/api/subscription${path}`, body)).statusCode]).toEqual([path, 401]);
      expect([path, (await askOfPlan(t, ruth, method, path, body)).status]).toEqual([path, 403]);
    }
    expect((await askOfPlan(t, nora, 'POST', '/checkout', { plan: 'weekly' })).code).toBe('validation_failed');
    expect((await askOfPlan(t, nora, 'POST', '/checkout')).code).toBe('validation_failed');
    expect((await askOfPlan(t, nora, 'POST', '/change', { plan: 'lifetime' })).code).toBe('validation_failed');
  });
});

describe('what runs', () => {
  test('is cancelled and taken up again, and covers to the end of the paid period', async () => {
    const nora = await registerParent(t.app);
    await subscribe(t, nora, 'monthly');
    expect((await askOfPlan(t, nora, 'POST', '/cancel')).data).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect((await askOfPlan(t, nora, 'POST', '/cancel')).data.cancel_at_period_end).toBe(true);
    expect((await askOfPlan(t, nora, 'POST', '/resume')).data).toMatchObject({ status: 'active', cancel_at_period_end: false });
    await askOfPlan(t, nora, 'POST', '/cancel');
    t.clock.set('2026-12-21T08:59:59.999Z');
    expect(await feed(nora)).toBe(200);
    t.clock.set('2026-12-22T09:00:00.000Z');
    expect(await feed(nora)).toBe(402);
  });

  test('changes to another plan for what was announced, and has its bills', async () => {
    const nora = await registerParent(t.app);
    expect((await askOfPlan(t, nora, 'GET', '/change?plan=yearly')).status).toBe(409);
    await subscribe(t, nora, 'monthly');
    expect((await askOfPlan(t, nora, 'POST', '/change', { plan: 'monthly' })).status).toBe(409);
    t.clock.advance({ days: 15 });
    const announced = await askOfPlan(t, nora, 'GET', '/change?plan=yearly');
    expect(announced.data).toEqual({
      amount_due: 4999 - 299,
      currency: 'usd',
      from: 'monthly',
      to: 'yearly',
      effective_at: '2026-12-06T09:00:00.000Z',
    });
    expect((await askOfPlan(t, nora, 'POST', '/change', { plan: 'yearly' })).data).toEqual(announced.data);
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ plan: 'yearly', covered_until: '2027-12-06T09:00:00.000Z' });
    const { invoices } = (await askOfPlan(t, nora, 'GET', '/invoices')).data;
    expect(invoices).toEqual([
      {
        id: expect.any(String),
        created_at: '2026-12-06T09:00:00.000Z',
        amount: 4700,
        currency: 'usd',
        status: 'paid',
        gift: false,
        url: null,
      },
      {
        id: expect.any(String),
        created_at: '2026-11-21T09:00:00.000Z',
        amount: 599,
        currency: 'usd',
        status: 'paid',
        gift: false,
        url: null,
      },
    ]);
    expect((await askOfPlan(t, nora, 'POST', '/portal')).data.url).toContain('/private/profile');
  });

  test('is over when what it runs on was given back, also after a change that cost nothing', async () => {
    const nora = await registerParent(t.app);
    await subscribe(t, nora, 'yearly');
    expect((await askOfPlan(t, nora, 'POST', '/change', { plan: 'monthly' })).data.amount_due).toBe(0);
    const { rows } = await t.platform.db.$client.query('select id from billing_customers where user_id = $1', [nora.userId]);
    await t.platform.sandbox!.move(rows[0].id, 'refund');
    await syncCustomer(t.platform, rows[0].id);
    t.clock.advance({ days: 15 });
    expect(await feed(nora)).toBe(402);
  });

  test('is renewed, and fails, within minutes as time passes', async () => {
    const { rows } = await t.platform.db.$client.query(`select cron from pgboss.schedule where name = 'billing-missed'`);
    expect(rows).toEqual([{ cron: '*/2 * * * *' }]);
    const [nora, sam] = [await registerParent(t.app), await registerParent(t.app)];
    await subscribe(t, nora, 'monthly');
    await subscribe(t, sam, 'monthly', { number: '4000 0000 0000 0341' });
    t.clock.set('2026-12-21T09:02:00.000Z');
    await lookForMissed(t.platform);
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'active', covered_until: '2027-01-21T09:00:00.000Z' });
    expect((await askOfPlan(t, sam, 'GET', '')).data).toMatchObject({ status: 'past_due', covered_until: '2026-12-28T09:00:00.000Z' });
  });

  test('is what its buyer sees, also where another family covers them for longer', async () => {
    const [nora, ruth] = [await registerParent(t.app), await registerParent(t.app)];
    await subscribe(t, ruth, 'lifetime');
    const db = t.platform.db;
    const guest = { familyId: ruth.familyId, userId: nora.userId, firstname: 'Nora', lastname: 'Whitlock', role: 'relative' as const };
    await db.transaction((tx) => joinFamily(t.platform, tx, guest));
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'lifetime', covered_by: { mine: false } });
    await subscribe(t, nora, 'monthly');
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'active', plan: 'monthly', covered_by: { mine: true } });
    await call(t, nora, 'POST', '/api/subscription/cancel');
    expect((await askOfPlan(t, nora, 'GET', '')).data).toMatchObject({ status: 'lifetime', covered_by: { mine: false } });
  });

  test('ends where it pays for nobody any more, and goes on with another family of its buyer', async () => {
    const nora = await registerParent(t.app);
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    await subscribe(t, nora, 'monthly');
    const bills = async () => (await askOfPlan(t, nora, 'GET', '/invoices')).data.invoices.length;
    const renewals = async () => {
      const query = 'select cancel_at_period_end as ends, unused_since is not null as unused from purchases where user_id = $1';
      await jobsDone(t);
      return (await t.platform.db.$client.query(query, [nora.userId])).rows;
    };
    await call(t, nora, 'POST', `/api/families/${nora.familyId}/owner`, { user_id: sam.userId });
    expect(await renewals()).toEqual([{ ends: true, unused: true }]);
    await call(t, nora, 'POST', '/api/families', { name: 'Another' });
    expect(await renewals()).toEqual([{ ends: false, unused: false }]);
    t.clock.advance({ days: 31 });
    expect(await bills()).toBe(2);
  });
});
