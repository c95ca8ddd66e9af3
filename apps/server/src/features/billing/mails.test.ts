import { notificationKinds } from '@heartwood/contract/notification-events';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeFrom } from '#features/notifications/actions.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import { jobsDone } from '#test/jobs.ts';
import { giftPage, pay, subscribe } from '#test/payments.ts';
import { mailsThatFit, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { syncCustomer, tellOfTrials } from './jobs.ts';

// What is told by mail of money, each once, in the language of who reads it.

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const titled =
  (subject: RegExp) =>
  (mail: Email): boolean =>
    subject.test(mail.subject ?? '');
const customerOf = async ({ userId }: TestUser): Promise<string> =>
  (await t.platform.db.$client.query('select id from billing_customers where user_id = $1', [userId])).rows[0].id;
/** Looks at somebody's account three times at once, and once more: what is said is said once. */
async function look(user: TestUser): Promise<void> {
  const id = await customerOf(user);
  await Promise.all([1, 2, 3].map(() => syncCustomer(t.platform, id)));
  await syncCustomer(t.platform, id);
}
/** The subjects of what somebody was sent about money. */
async function told({ email }: TestUser): Promise<string[]> {
  await jobsDone(t);
  const mails = await t.mailsTo(email);
  return mails.flatMap(({ subject }) => (/confirm|bestätig/i.test(subject ?? '') ? [] : [(subject ?? '').replaceAll('\u00a0', ' ')]));
}

describe('who pays is told', () => {
  test('of a payment, a failure and what to do, a refund, and the end, each once', async () => {
    const nora = await registerParent(t.app);
    await subscribe(t, nora, 'monthly', { number: '4000 0000 0000 0341' });
    await look(nora);
    const [receipt] = await mailsThatFit(t, nora.email, titled(/^Receipt/));
    expect(receipt?.subject).toBe('Receipt: $5.99 for your monthly plan');
    expect(receipt?.text).toContain('You paid $5.99 for your monthly plan on 21 November 2026.');
    expect(receipt?.text).toContain('This was a test: no money has moved.');
    t.clock.set('2026-12-21T09:00:00.000Z');
    await look(nora);
    const [failed] = await mailsThatFit(t, nora.email, titled(/did not go through/));
    expect(failed?.text).toContain('Give another card');
    expect(failed?.text).toContain('Until 28 December 2026');
    await t.platform.sandbox!.move(await customerOf(nora), 'recover');
    await look(nora);
    await t.platform.sandbox!.move(await customerOf(nora), 'refund');
    await look(nora);
    await jobsDone(t);
    await look(nora);
    expect((await told(nora)).toSorted()).toEqual([
      '$5.99 come back to you',
      'A payment did not go through',
      'Nothing more is charged for your monthly plan',
      'Receipt: $5.99 for your monthly plan',
      'Receipt: $5.99 for your monthly plan',
    ]);
  });

  test('in German, of what they ended and until when it stays', async () => {
    const nora = await registerParent(t.app, { language: 'de' });
    await subscribe(t, nora, 'yearly');
    for (const path of ['cancel', 'cancel', 'resume', 'cancel']) await call(t, nora, 'POST', `/api/subscription/${path}`);
    expect((await told(nora)).toSorted()).toEqual([
      'Beleg: 49,99 $ für dein jährliches Abo',
      'Für dein jährliches Abo wird nichts mehr abgebucht',
    ]);
    const [ended] = await mailsThatFit(t, nora.email, titled(/nichts mehr abgebucht/));
    expect(ended?.text).toContain('21. November 2027');
  });

  test('of a gift they paid; nobody else is told, and families hear of plans alone', async () => {
    const nora = await registerParent(t.app);
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    await pay(t, nora, await giftPage(t, nora));
    await look(nora);
    expect((await told(nora)).toSorted()).toEqual(['Receipt: $49.99 for your gift of a year', 'The code of the year you gave']);
    expect(await told(sam)).toEqual([]);
    const facts = await t.platform.db.$client.query(`select type from activity where family_id = $1 and type like 'plan.%'`, [
      nora.familyId,
    ]);
    expect(facts.rows).toEqual([]);
  });
});

describe('three days before a trial ends', () => {
  test('its owner is told once; not before, not members, not who pays', async () => {
    const nora = await registerParent(t.app);
    const paying = await registerParent(t.app);
    const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
    await t.platform.db.$client.query('update families set trial_ends_at = null where started_by = $1', [sam.userId]);
    await subscribe(t, paying, 'yearly');
    const subject = 'Your free time ends on 5 December 2026';
    t.clock.set('2026-12-02T08:59:59.999Z');
    await tellOfTrials(t.platform, writeFrom);
    expect(await told(nora)).toEqual([]);
    t.clock.set('2026-12-02T09:00:00.000Z');
    await Promise.all([1, 2, 3].map(() => tellOfTrials(t.platform, writeFrom)));
    await tellOfTrials(t.platform, writeFrom);
    expect(await told(nora)).toEqual([subject]);
    expect(await told(sam)).toEqual([]);
    expect(await told(paying)).not.toContain(subject);
  });

  test('a server that was away tells it late, and not when it is over', async () => {
    const nora = await registerParent(t.app);
    t.clock.set('2026-12-05T09:00:00.000Z');
    await tellOfTrials(t.platform, writeFrom);
    expect(await told(nora)).toEqual([]);
    t.clock.set('2026-12-05T08:00:00.000Z');
    await tellOfTrials(t.platform, writeFrom);
    expect(await told(nora)).toHaveLength(1);
  });

  test('in their quiet hours it waits, also when clocks are moved; it cannot be turned off', async () => {
    t.clock.set('2027-03-14T23:30:00.000Z');
    const nora = await registerParent(t.app);
    const mostly = await registerParent(t.app);
    const off = Object.fromEntries(notificationKinds.map((kind) => [kind, { email: 'off' }]));
    const prefer = (user: TestUser, quiet_hours: object) =>
      call(t, user, 'PUT', '/api/notification-preferences', { kinds: off, time_zone: 'Europe/Berlin', quiet_hours });
    await prefer(nora, { from: '21:00', until: '07:30' });
    await prefer(mostly, { from: '08:00', until: '07:45' });
    // 2027-03-28: 2:00 is 3:00.
    await t.platform.db.$client.query(`update families set trial_ends_at = '2027-03-30T23:30:00Z' where id = any($1)`, [
      [nora.familyId, mostly.familyId],
    ]);
    const toldAt = async (time: string) => {
      t.clock.set(time);
      await tellOfTrials(t.platform, writeFrom);
      return [(await told(nora)).length, (await told(mostly)).length];
    };
    expect(await toldAt('2027-03-27T23:30:00.000Z')).toEqual([0, 0]);
    expect(await toldAt('2027-03-28T05:20:00.000Z')).toEqual([0, 0]);
    expect(await toldAt('2027-03-28T05:35:00.000Z')).toEqual([1, 0]);
    expect(await toldAt('2027-03-28T05:50:00.000Z')).toEqual([1, 1]);
    expect(await toldAt('2027-03-29T05:50:00.000Z')).toEqual([1, 1]);
  });
});
