import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStart } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { coverageOf } from '#test/payments.ts';
import { mailsThatFit, registerParent, signInAgain } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { report, startWithStripe } from '#test/stripe.ts';
import { giveUpOldGifts } from './erasure.ts';
import { reconcile } from './jobs.ts';

// Families whose owner goes: what was paid for them stays to the end of its period, and nobody is asked for more.

let t: Awaited<ReturnType<typeof startWithStripe>>;
let logged = '';
beforeAll(async () => {
  t = await startWithStripe({ LOG_LEVEL: 'error' }, { logTo: { write: (line) => void (logged += line) } });
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

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
  const session = t.stripe.account.complete([...t.stripe.account.sessions.keys()].at(-1)!);
  await tell('checkout.session.completed', session);
  return (session.subscription as string | null) ?? session.id;
}
async function tell(type: string, object: object): Promise<void> {
  expect((await report(t, t.stripe.account.event(type, object))).statusCode).toBe(200);
  await jobsDone(t);
}
const handOver = async (from: TestUser, to: TestUser) => {
  const answer = await call(t, from, 'POST', `/api/families/${from.familyId}/owner`, { user_id: to.userId });
  expect(answer.statusCode).toBe(200);
  await jobsDone(t);
};
const subscription = (id: string) => t.stripe.account.subscriptions.get(id)!;

describe('handing a family over', () => {
  test('leaves it covered to the end of the paid period, without another card, and nothing is renewed', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    expect(await feed(nora, nora.familyId)).toBe(200);
    expect(await coverageOf(t, sam)).toMatchObject({
      status: 'active',
      plan: 'monthly',
      covered_until: '2026-12-21T09:00:00.000Z',
      cancel_at_period_end: true,
      covered_by: { family_id: nora.familyId, mine: true },
    });
    expect(subscription(bought)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.account.passPeriod(bought);
    await tell('customer.subscription.deleted', subscription(bought));
    expect(await feed(nora, nora.familyId)).toBe(402);
    expect(t.stripe.account.billsOf(bought)).toHaveLength(1);
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
    expect(await coverageOf(t, sam)).toMatchObject({ status: 'active', covered_until: null, covered_by: { family_id: nora.familyId } });
    await handOver({ ...sam, familyId: nora.familyId }, nora);
    expect(await coverageOf(t, nora)).toMatchObject({ status: 'lifetime', covered_by: { mine: true } });
    const guest = await addMember(t, nora.familyId, 'relative', 'Ruth');
    await buy(guest, 'yearly');
    await call(t, nora, 'PATCH', `/api/families/${nora.familyId}/members/${guest.userId}`, { role: 'guardian' });
    const { rows } = await t.platform.db.$client.query('select count(*)::int as n from kept_coverage where family_id = $1', [
      nora.familyId,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('covers it by what its new owner has just paid, and nothing has reported yet', async () => {
    const { nora, sam } = await paying();
    await call(t, sam, 'POST', '/api/subscription/checkout', { plan: 'lifetime' });
    t.stripe.account.complete([...t.stripe.account.sessions.keys()].at(-1)!);
    await handOver(nora, sam);
    expect(await coverageOf(t, sam)).toMatchObject({ status: 'lifetime', covered_by: { mine: true } });
    const { rows } = await t.platform.db.$client.query('select paid_until from families where id = $1', [nora.familyId]);
    expect(rows[0].paid_until.getUTCFullYear()).toBe(9999);
  });

  test('of two leaves the other covered, by a plan that goes on', async () => {
    const { nora, sam, bought } = await paying();
    const other = (await call(t, nora, 'POST', '/api/families', { name: 'Nora’s own' })).json().data.family;
    await handOver(nora, sam);
    expect(subscription(bought).cancel_at_period_end).toBe(false);
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.account.passPeriod(bought);
    await tell('invoice.paid', { object: 'invoice', customer: subscription(bought).customer });
    expect([await feed(nora, nora.familyId), await feed(nora, other.id)]).toEqual([402, 200]);
  });

  test('a refund ends what was left, too', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    t.stripe.account.refund(bought);
    await tell('charge.refunded', t.stripe.account.chargesOf(bought)[0]!);
    expect(await feed(sam, nora.familyId)).toBe(402);
  });
});

describe('whoever gets a family', () => {
  const told = async ({ email }: TestUser) =>
    (await mailsThatFit(t, email, ({ subject }) => /^You are the owner of|Du bist jetzt das Familienoberhaupt$/.test(subject ?? '')))[0]!;

  test('is told by mail who has handed it over, and that it is paid for until a day', async () => {
    const { nora, sam } = await paying();
    await handOver(nora, sam);
    const mail = await told(sam);
    expect(mail.subject).toBe('You are the owner of the Whitlock family now');
    expect(mail.text).toContain('Nora Whitlock has handed the Whitlock family over to you');
    expect(mail.text).toContain('Nora Whitlock stays as a guardian');
    expect(mail.text).toContain('It is paid for until 21 December 2026, and nothing is charged to you by itself.');
  });

  test('in their language, and that it is paid for good', async () => {
    const { nora, sam } = await paying('lifetime');
    await t.platform.db.$client.query(`update users set locale = 'de' where id = $1`, [sam.userId]);
    await handOver(nora, sam);
    const mail = await told(sam);
    expect(mail.subject).toBe('The Whitlock family: Du bist jetzt das Familienoberhaupt');
    expect(mail.text).toContain('Nora Whitlock hat dir „The Whitlock family“ übergeben');
    expect(mail.text).toContain('Für sie ist für immer bezahlt: Du musst nichts zahlen.');
  });

  test('that it is free until a day; that their own plan covers it', async () => {
    const nora = await registerParent(t.app);
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    await handOver(nora, sam);
    expect((await told(sam)).text).toContain('It is free for everyone until 5 December 2026');
    const { nora: ann, sam: ben } = await paying();
    await buy(ben, 'monthly');
    await handOver(ann, ben);
    expect((await told(ben)).text).toContain('Your own plan covers it, too');
  });

  test('because its owner deletes the account is told that, and what they leave', async () => {
    const { nora, sam } = await paying('yearly');
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    const mail = await told(sam);
    expect(mail.text).toContain('Its owner has deleted their account.');
    expect(mail.text).toContain('It is paid for until 21 November 2027');
    expect(mail.text).not.toContain('Nora');
  });
});

test('who has handed a family over can still read what they were billed, who never paid has no bills', async () => {
  const { nora, sam } = await paying('lifetime');
  const billed = async (user: TestUser) => (await call(t, user, 'GET', '/api/user')).json().data.billed;
  expect([await billed(nora), await billed(sam)]).toEqual([true, false]);
  await handOver(nora, sam);
  expect([await billed(nora), await billed(sam)]).toEqual([true, false]);
  expect((await call(t, nora, 'GET', '/api/subscription/invoices')).statusCode).toBe(200);
});

describe('a plan that pays for nobody any more', () => {
  const subjects = async ({ email }: TestUser) =>
    (await t.mailsTo(email)).flatMap(({ subject }) => (/plan/.test(subject ?? '') ? [subject] : []));
  const startFamily = async (user: TestUser) => {
    expect((await call(t, user, 'POST', '/api/families', { name: 'Another' })).statusCode).toBe(201);
    await jobsDone(t);
  };
  const end = 'Nothing more is charged for your monthly plan';

  test('ends with its period, and its buyer is told why, once', async () => {
    const { nora, sam } = await paying();
    await handOver(nora, sam);
    await Promise.all([1, 2, 3].map(() => reconcile(t.platform)));
    await jobsDone(t);
    const [mail] = await mailsThatFit(t, nora.email, ({ subject }) => subject === end);
    expect(mail?.text).toContain('You own no family any more, so your monthly plan would pay for nobody.');
    expect(mail?.text).toContain('until 21 December 2026 everything stays open');
    expect((await subjects(nora)).filter((subject) => subject === end)).toHaveLength(1);
  });

  test('goes on when they own a family again before, and they are told', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    await startFamily(nora);
    expect(subscription(bought)).toMatchObject({ status: 'active', cancel_at_period_end: false, metadata: { order: 'monthly' } });
    expect(await coverageOf(t, nora)).toMatchObject({ status: 'active', cancel_at_period_end: false, covered_by: { mine: true } });
    const [mail] = await mailsThatFit(t, nora.email, ({ subject }) => subject === 'Your plan goes on');
    expect(mail?.text).toContain('renewed on 21 December 2026');
  });

  test('also when they are given the family back', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    await handOver({ ...sam, familyId: nora.familyId }, nora);
    expect(subscription(bought).cancel_at_period_end).toBe(false);
    expect(await coverageOf(t, nora)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    await handOver(nora, sam);
    expect(subscription(bought).cancel_at_period_end).toBe(true);
  });

  test('which they have ended themself stays ended, before and after', async () => {
    const before = await paying();
    await call(t, before.nora, 'POST', '/api/subscription/cancel');
    await handOver(before.nora, before.sam);
    await startFamily(before.nora);
    expect(subscription(before.bought).cancel_at_period_end).toBe(true);
    const after = await paying();
    await handOver(after.nora, after.sam);
    expect((await call(t, after.nora, 'POST', '/api/subscription/cancel')).statusCode).toBe(200);
    await startFamily(after.nora);
    expect(subscription(after.bought)).toMatchObject({ cancel_at_period_end: true, metadata: { order: 'monthly' } });
    expect(subscription(after.bought).metadata).not.toHaveProperty('unused');
  });

  test('or at Stripe’s portal, which had not been reported, stays ended', async () => {
    const { nora, sam, bought } = await paying();
    Object.assign(subscription(bought), { cancel_at: t.stripe.account.endOf(bought) });
    await handOver(nora, sam);
    await startFamily(nora);
    expect(subscription(bought)).toMatchObject({ cancel_at: t.stripe.account.endOf(bought), cancel_at_period_end: false });
    expect((await coverageOf(t, nora)).cancel_at_period_end).toBe(true);
  });

  test('is neither renewed nor changed by who owns no family', async () => {
    const { nora, sam, bought } = await paying();
    await handOver(nora, sam);
    expect((await call(t, nora, 'POST', '/api/subscription/resume')).statusCode).toBe(403);
    expect((await call(t, nora, 'GET', '/api/subscription/change?plan=yearly')).statusCode).toBe(403);
    expect((await call(t, nora, 'POST', '/api/subscription/change', { plan: 'yearly' })).statusCode).toBe(403);
    expect(subscription(bought).cancel_at_period_end).toBe(true);
  });

  test('and is past due ends at once: nothing of it is paid', async () => {
    const { nora, sam, bought } = await paying();
    t.clock.set('2026-12-21T09:00:00.000Z');
    t.stripe.account.renew(bought, false);
    await tell('invoice.payment_failed', { object: 'invoice', customer: subscription(bought).customer });
    await handOver(await signInAgain(t, nora), sam);
    expect(subscription(bought).status).toBe('canceled');
    t.clock.set('2026-12-28T08:59:59.000Z');
    expect(await feed(sam, nora.familyId)).toBe(200);
    t.clock.set('2026-12-28T09:00:00.000Z');
    expect(await feed(sam, nora.familyId)).toBe(402);
  });

  test('because two families are handed over at once, ends', async () => {
    const { nora, sam, bought } = await paying();
    const other = (await call(t, nora, 'POST', '/api/families', { name: 'Second' })).json().data.family;
    const leo = await addMember(t, other.id, 'guardian', 'Leo');
    const looks = Array.from({ length: 6 }, () => reconcile(t.platform));
    await Promise.all([handOver(nora, sam), handOver({ ...nora, familyId: other.id }, leo), ...looks]);
    await jobsDone(t);
    expect(subscription(bought).cancel_at_period_end).toBe(true);
  });

  test('for a moment only, as a family is handed over and another one started at once, goes on', async () => {
    const { nora, sam, bought } = await paying();
    await Promise.all([handOver(nora, sam), startFamily(nora)]);
    await jobsDone(t);
    expect(subscription(bought).cancel_at_period_end).toBe(false);
    expect(await coverageOf(t, nora)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  test('but was paid on a page that had been opened before, ends with its period', async () => {
    const nora = await registerParent(t.app);
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    await call(t, nora, 'POST', '/api/subscription/checkout', { plan: 'yearly' });
    await handOver(nora, sam);
    const session = t.stripe.account.complete([...t.stripe.account.sessions.keys()].at(-1)!);
    await tell('checkout.session.completed', session);
    expect(subscription(session.subscription as string)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  });

  test('while the provider is away is looked at again', { timeout: 60_000 }, async () => {
    const { nora, sam, bought } = await paying();
    t.stripe.mood = 'down';
    const asked = t.stripe.asked.length;
    await call(t, nora, 'POST', `/api/families/${nora.familyId}/owner`, { user_id: sam.userId });
    await expect.poll(() => t.stripe.asked.length).toBeGreaterThan(asked);
    expect(subscription(bought).cancel_at_period_end).toBe(false);
    t.stripe.mood = 'well';
    await expect.poll(() => subscription(bought).cancel_at_period_end, { timeout: 40_000, interval: 250 }).toBe(true);
    await jobsDone(t);
    // What was lost altogether is found by a night.
    Object.assign(subscription(bought), { cancel_at_period_end: false, metadata: {} });
    await reconcile(t.platform);
    await jobsDone(t);
    expect(subscription(bought).cancel_at_period_end).toBe(true);
  });
});

describe('an owner who deletes their account', () => {
  test('leaves the family covered to the end of the paid period, and the provider asks for no more', async () => {
    const { nora, sam, bought } = await paying();
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect(t.stripe.account.subscriptions.get(bought)?.status).toBe('canceled');
    await tell('customer.subscription.deleted', t.stripe.account.subscriptions.get(bought)!);
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
    await expect.poll(() => t.stripe.account.subscriptions.get(bought)?.status, { timeout: 40_000, interval: 250 }).toBe('canceled');
    t.stripe.account.subscriptions.get(bought)!.status = 'active';
    await reconcile(t.platform);
    await jobsDone(t);
    expect(t.stripe.account.subscriptions.get(bought)?.status).toBe('canceled');
  });

  test('can pay no longer on a page that is still open', async () => {
    const nora = await registerParent(t.app);
    await call(t, nora, 'POST', '/api/subscription/checkout', { plan: 'yearly' });
    const session = [...t.stripe.account.sessions.keys()].at(-1)!;
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect(t.stripe.account.sessions.get(session)?.status).toBe('expired');
    const { rows } = await t.platform.db.$client.query('select state from checkouts where provider_id = $1', [session]);
    expect(rows).toEqual([{ state: 'ended' }]);
  });

  test('can pay on no page for longer than a night that was opened while the account went', async () => {
    const nora = await registerParent(t.app);
    await call(t, nora, 'POST', '/api/subscription/checkout', { plan: 'yearly' });
    const session = [...t.stripe.account.sessions.keys()].at(-1)!;
    const state = (value: string) =>
      t.platform.db.$client.query('update checkouts set state = $2 where provider_id = $1', [session, value]);
    // As when its row was not there yet.
    await state('ended');
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await state('open');
    await reconcile(t.platform);
    await jobsDone(t);
    expect(t.stripe.account.sessions.get(session)?.status).toBe('open');
    t.clock.advance({ minutes: 2 });
    await reconcile(t.platform);
    await jobsDone(t);
    expect(t.stripe.account.sessions.get(session)?.status).toBe('expired');
    const { rows } = await t.platform.db.$client.query('select state from checkouts where provider_id = $1', [session]);
    expect(rows).toEqual([{ state: 'ended' }]);
  });

  test('and has just paid on it is asked for no more, and the log asks for a person, once', async () => {
    const nora = await registerParent(t.app);
    await call(t, nora, 'POST', '/api/subscription/checkout', { plan: 'yearly' });
    const session = t.stripe.account.complete([...t.stripe.account.sessions.keys()].at(-1)!);
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    const bought = session.subscription as string;
    expect(subscription(bought).status).toBe('canceled');
    await tell('checkout.session.completed', session);
    await reconcile(t.platform);
    const alarms = logged.split('\n').filter((line) => line.includes('ALARM') && line.includes(bought));
    expect(alarms).toEqual([expect.stringContaining('paid for an account that is gone')]);
  });

  test('of a family with nobody left nothing stays', async () => {
    const nora = await registerParent(t.app);
    const bought = await buy(nora, 'monthly');
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect(t.stripe.account.subscriptions.get(bought)?.status).toBe('canceled');
    const { rows } = await t.platform.db.$client.query('select user_id from purchases where provider_id = $1', [bought]);
    expect(rows).toEqual([{ user_id: null }]);
  });
});

describe('a gift that is not paid', () => {
  let serial = 0;
  const gift = async (giver: TestUser) => {
    const email = `never-${(serial += 1)}@example.com`;
    expect((await call(t, giver, 'POST', '/api/subscription/gifts', { email, message: 'For the little ones' })).statusCode).toBe(200);
    return { email, session: [...t.stripe.account.sessions.keys()].at(-1)! };
  };
  const words = async () =>
    (await t.platform.db.$client.query(`select email from gifts where email like 'never-%' order by email`)).rows.map(({ email }) => email);

  test('goes with its giver’s account, and can be paid no longer', async () => {
    const nora = await registerParent(t.app);
    const { session } = await gift(nora);
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    expect([await words(), t.stripe.account.sessions.get(session)?.status]).toEqual([[], 'expired']);
  });

  test('yet, by a slow bank, is sent when the money comes, also without its giver', async () => {
    const nora = await registerParent(t.app);
    const { email, session } = await gift(nora);
    await tell('checkout.session.completed', t.stripe.account.complete(session, 'unpaid'));
    expect((await call(t, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await jobsDone(t);
    t.stripe.account.settle(session);
    await tell('checkout.session.async_payment_succeeded', t.stripe.account.sessions.get(session)!);
    expect((await mailsThatFit(t, email, ({ text }) => Boolean(text?.includes('For the little ones')))).length).toBe(1);
    expect(await words()).toEqual([]);
  });

  test('for a week goes, but not while a slow bank may still pay it', async () => {
    const nora = await registerParent(t.app);
    const [left, refused, slow] = [await gift(nora), await gift(nora), await gift(nora)];
    for (const { session } of [refused, slow]) t.stripe.account.complete(session, 'unpaid');
    t.stripe.account.fail(refused.session);
    t.clock.advance({ days: 7, seconds: -1 });
    const fresh = await gift(nora);
    const isLeft = async () => (await giveUpOldGifts(t.platform), await jobsDone(t), await words());
    expect(await isLeft()).toEqual([left, refused, slow, fresh].map(({ email }) => email));
    t.clock.advance({ seconds: 2 });
    expect(await isLeft()).toEqual([slow, fresh].map(({ email }) => email));
    expect(t.stripe.account.sessions.get(left.session)?.status).toBe('expired');
  });
});
