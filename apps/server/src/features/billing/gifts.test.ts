import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { oneAfterTheOther } from '#test/held.ts';
import { addMember, call } from '#test/members.ts';
import { jobsDone } from '#test/jobs.ts';
import { coverageOf, pageOf, pay, subscribe } from '#test/payments.ts';
import { mailsThatFit, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { syncCustomer } from './jobs.ts';

// A year for another family: paid, sent, taken once.

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const redeem = (user: TestUser | null, code: string) => call(t, user, 'POST', '/api/subscription/gifts/redeem', { code });
const customerOf = async ({ userId }: TestUser): Promise<string> =>
  (await t.platform.db.$client.query('select id from billing_customers where user_id = $1', [userId])).rows[0].id;
const codeIn = (text: string | undefined) => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text ?? '')?.[0] ?? '';
let serial = 0;

/** Gives a year. @returns its code, as the mail brings it */
async function give(giver: TestUser, message = 'For the little ones'): Promise<{ code: string; email: string }> {
  const email = `present-${(serial += 1)}@example.com`;
  const page = pageOf(await call(t, giver, 'POST', '/api/subscription/gifts', { email, message }));
  expect((await pay(t, giver, page)).success).toBe(true);
  const [mail] = await mailsThatFit(t, email, ({ text }) => codeIn(text) !== '');
  return { code: codeIn(mail?.text), email };
}

describe('giving', () => {
  test('costs a year, and the code goes by mail once it is paid, with what was written', async () => {
    const nora = await registerParent(t.app);
    const email = 'before@example.com';
    const opened = await call(t, nora, 'POST', '/api/subscription/gifts', { email, message: 'Be <b>well</b>' });
    const page = pageOf(opened);
    expect((await call(t, nora, 'GET', `/api/sandbox/checkouts/${page}`)).json().data).toMatchObject({
      gift: true,
      plan: 'yearly',
      amount: 4999,
    });
    expect((await pay(t, nora, page, { number: '4000000000000002' })).status_code).toBe('validation_failed');
    const { rows } = await t.platform.db.$client.query(`select paid_at, code_hash from gifts where email = $1`, [email]);
    expect(rows).toEqual([{ paid_at: null, code_hash: null }]);
    await pay(t, nora, page);
    const [mail] = await t.mailsTo(email);
    expect(mail?.text).toContain('Be <b>well</b>');
    expect(mail?.html).toContain('Be &lt;b&gt;well&lt;/b&gt;');
    expect(mail?.subject).toBe('A year of Heartwood for your family');
    const kept = await t.platform.db.$client.query('select email, message, code_hash from gifts where paid_at is not null');
    expect(kept.rows).toEqual([{ email: null, message: null, code_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const customer = await customerOf(nora);
    await Promise.all([1, 2, 3].map(() => syncCustomer(t.platform, customer)));
    expect(await t.mailsTo(email)).toHaveLength(1);
    expect((await coverageOf(t, nora)).status).toBe('trialing');
  });

  test('sends the giver the same code, once: an address may be wrong. One who gives their own address has it once', async () => {
    const nora = await registerParent(t.app);
    const { code, email } = await give(nora);
    const withCode = ({ text }: { text?: string | undefined }) => codeIn(text) !== '';
    const [copy] = await mailsThatFit(t, nora.email, withCode);
    expect(codeIn(copy?.text)).toBe(code);
    expect(copy?.text).toContain(email);
    expect(copy?.text, 'a link would take it for oneself').not.toContain('/gift/redeem');
    const sam = await registerParent(t.app);
    await pay(t, sam, pageOf(await call(t, sam, 'POST', '/api/subscription/gifts', { email: sam.email.toUpperCase(), message: null })));
    await mailsThatFit(t, sam.email, withCode);
    await jobsDone(t);
    expect((await t.mailsTo(sam.email)).filter(withCode)).toHaveLength(1);
  });

  test('is told to the giver alone: not paid, sent, taken, given back', async () => {
    const [nora, sam] = [await registerParent(t.app), await registerParent(t.app)];
    const states = async (user: TestUser) =>
      (await call(t, user, 'GET', '/api/subscription/gifts')).json().data.gifts.map(({ state }: { state: string }) => state);
    expect(await states(nora)).toEqual([]);
    const { code } = await give(nora);
    await call(t, nora, 'POST', '/api/subscription/gifts', { email: 'later@example.com', message: null });
    expect(await states(nora)).toEqual(['unpaid', 'sent']);
    expect((await call(t, nora, 'GET', '/api/subscription/invoices')).json().data.invoices).toMatchObject([{ amount: 4999, gift: true }]);
    await redeem(sam, code);
    expect(await states(nora)).toEqual(['unpaid', 'redeemed']);
    expect(await states(sam)).toEqual([]);
    const customer = await customerOf(nora);
    await t.platform.sandbox!.move(customer, 'refund');
    await syncCustomer(t.platform, customer);
    expect(await states(nora)).toEqual(['unpaid', 'refunded']);
    expect((await call(t, null, 'GET', '/api/subscription/gifts')).statusCode).toBe(401);
  });

  test('brings a link that fills the code in', async () => {
    const { code, email } = await give(await registerParent(t.app));
    const [mail] = await t.mailsTo(email);
    expect(mail?.text).toContain(`http://localhost:3000/gift/redeem?code=${code}`);
  });

  test('the same key is the same gift; who is not signed in and what is no address is refused', async () => {
    const nora = await registerParent(t.app);
    const key = { 'idempotency-key': '7b0c5fd2-9a1c-4c44-8f37-0a4b6cfb2f11' };
    const body = { email: 'same@example.com', message: null };
    const send = () => call(t, nora, 'POST', '/api/subscription/gifts', body, key);
    expect((await send()).json().data).toEqual((await send()).json().data);
    expect((await call(t, null, 'POST', '/api/subscription/gifts', body)).statusCode).toBe(401);
    for (const wrong of [{ email: 'nobody' }, {}, { email: 'a@example.com', message: 'x'.repeat(2_001) }])
      expect((await call(t, nora, 'POST', '/api/subscription/gifts', wrong)).statusCode).toBe(422);
  });
});

describe('taking', () => {
  test('adds a year to what covers, to every family one owns, once, also under parallel tries', async () => {
    const [giver, sam, ruth] = [await registerParent(t.app), await registerParent(t.app), await registerParent(t.app)];
    const { code } = await give(giver);
    const tries = await Promise.all([sam, ruth, sam, ruth, sam].map((user) => redeem(user, code)));
    expect(tries.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410, 410, 410, 410]);
    const winner = [sam, ruth].find((_, index) => tries.some((answer, at) => answer.statusCode === 200 && at % 2 === index));
    expect(await coverageOf(t, winner!)).toMatchObject({
      status: 'active',
      plan: 'yearly',
      covered_until: '2027-12-05T09:00:00.000Z',
      cancel_at_period_end: true,
      provider: null,
    });
    const second = await give(giver);
    expect((await redeem(winner!, ` ${second.code.toLowerCase().replaceAll('-', ' ')} `)).json().data.covered_until).toBe(
      '2028-12-05T09:00:00.000Z',
    );
    t.clock.set('2027-01-01T09:00:00.000Z');
    expect((await call(t, winner!, 'GET', '/api/posts')).statusCode).toBe(200);
  });

  test('not by the giver, not by who owns no family, not where it would be lost, and the code stays good', async () => {
    const giver = await registerParent(t.app);
    const { code } = await give(giver);
    const own = await redeem(giver, code);
    expect([own.statusCode, own.json().message]).toEqual([409, expect.stringContaining('for another family')]);
    expect((await redeem(null, code)).statusCode).toBe(401);
    const guest = await addMember(t, giver.familyId, 'relative', 'Ruth');
    await t.platform.db.$client.query(`update members set role = 'relative' where user_id = $1`, [guest.userId]);
    const invited = await redeem(guest, code);
    expect([invited.statusCode, invited.json().message]).toEqual([403, expect.stringContaining('Send the code on to the owner')]);
    const ruth = await registerParent(t.app);
    await subscribe(t, ruth, 'lifetime');
    const covered = await redeem(ruth, code);
    expect([covered.statusCode, covered.json().message]).toEqual([409, expect.stringContaining('covered for good')]);
    const sam = await registerParent(t.app);
    await subscribe(t, sam, 'monthly');
    const running = await redeem(sam, code);
    expect([running.statusCode, running.json().message]).toEqual([409, expect.stringContaining('End the plan first')]);
    await call(t, sam, 'POST', '/api/subscription/cancel');
    expect((await redeem(sam, code)).json().data).toMatchObject({ status: 'active', covered_until: '2027-12-22T09:00:00.000Z' });
    const again = await redeem(sam, code);
    expect([again.statusCode, again.json().message]).toEqual([410, expect.stringContaining('You have taken this year already')]);
    const late = await redeem(await registerParent(t.app), code);
    expect([late.statusCode, late.json().message]).toEqual([410, expect.stringContaining('Somebody has taken')]);
  });

  test('a family that a former owner has paid for is covered a year longer, not beside it', async () => {
    const [giver, nora] = [await registerParent(t.app), await registerParent(t.app)];
    await subscribe(t, nora, 'yearly');
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    expect((await call(t, nora, 'POST', `/api/families/${nora.familyId}/owner`, { user_id: sam.userId })).statusCode).toBe(200);
    const { code } = await give(giver);
    expect((await redeem(sam, code)).json().data).toMatchObject({ status: 'active', covered_until: '2028-11-21T09:00:00.000Z' });
  });

  test('a year whose payment was given back is over', async () => {
    const [giver, sam] = [await registerParent(t.app), await registerParent(t.app)];
    const { code } = await give(giver);
    await redeem(sam, code);
    const customer = await customerOf(giver);
    await t.platform.sandbox!.move(customer, 'refund');
    await syncCustomer(t.platform, customer);
    t.clock.advance({ days: 15 });
    expect((await call(t, sam, 'GET', '/api/posts')).statusCode).toBe(402);
    const over = await redeem(await registerParent(t.app), code);
    expect([over.statusCode, over.json().message]).toEqual([410, expect.stringContaining('was given back')]);
  });

  test('a year given back before its code was sent is over, and what was written with it goes', async () => {
    const giver = await registerParent(t.app);
    const email = 'too-late@example.com';
    const page = pageOf(await call(t, giver, 'POST', '/api/subscription/gifts', { email, message: 'For the little ones' }));
    const customer = await customerOf(giver);
    await t.platform.sandbox!.pay(customer, page, { number: '4242424242424242', expiry: '12/34', confirmed: false });
    await t.platform.sandbox!.move(customer, 'refund');
    await syncCustomer(t.platform, customer);
    const { rows } = await t.platform.db.$client.query('select email, message, ended_at from gifts where giver_id = $1', [giver.userId]);
    expect(rows).toEqual([{ email: null, message: null, ended_at: t.clock.now() }]);
    expect(await t.mailsTo(email, 0)).toEqual([]);
  });

  test.for(['handed over', 'left behind'])('also for a family that was %s since, and a later look changes nothing', async (how) => {
    const [giver, sam] = [await registerParent(t.app), await registerParent(t.app)];
    const leo = await addMember(t, sam.familyId, 'guardian', 'Leo');
    const { code } = await give(giver);
    expect((await redeem(sam, code)).statusCode).toBe(200);
    if (how === 'left behind') expect((await call(t, sam, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    else expect((await call(t, sam, 'POST', `/api/families/${sam.familyId}/owner`, { user_id: leo.userId })).statusCode).toBe(200);
    t.clock.advance({ days: 15 });
    const feed = async () => (await call(t, leo, 'GET', `/api/posts?family_id=${sam.familyId}`)).statusCode;
    expect(await feed()).toBe(200);
    const customer = await customerOf(giver);
    await t.platform.sandbox!.move(customer, 'refund');
    for (const _look of [1, 2]) {
      await syncCustomer(t.platform, customer);
      expect(await feed()).toBe(402);
    }
  });

  test('not beside a plan whose payment is just being written down', async () => {
    const [giver, sam] = [await registerParent(t.app), await registerParent(t.app)];
    const { code } = await give(giver);
    const page = pageOf(await call(t, sam, 'POST', '/api/subscription/checkout', { plan: 'yearly' }));
    const customer = await customerOf(sam);
    await t.platform.sandbox!.pay(customer, page, { number: '4242424242424242', expiry: '12/34', confirmed: false });
    const family = { text: 'select 1 from families where id = $1 for update', values: [sam.familyId] };
    const [, answer] = await oneAfterTheOther(
      t,
      family,
      () => syncCustomer(t.platform, customer),
      () => redeem(sam, code),
    );
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('End the plan first')]);
    await call(t, sam, 'POST', '/api/subscription/cancel');
    expect((await redeem(sam, code)).json().data.covered_until).toBe('2028-11-22T09:00:00.000Z');
  });

  test('wrong codes can be tried ten times', async () => {
    const nora = await registerParent(t.app);
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push((await redeem(nora, `WRONG-${count}`)).statusCode);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  });
});
