import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeFrom } from '#features/notifications/actions.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { whileChanging } from '#test/held.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember } from '#test/members.ts';
import { askOfPlan, subscribe } from '#test/payments.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { syncCustomer, tellOfTrials } from './jobs.ts';

// What is paid, handed over or told of at the same time as something else.

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.set(testStart));

const subjects = async ({ email }: TestUser): Promise<string[]> => {
  await jobsDone(t);
  return (await t.mailsTo(email, 0)).map(({ subject }) => subject ?? '');
};

/** A statement that makes another member the owner of a family, as handing it over does. */
const handOver = ({ familyId }: TestUser, to: TestUser) => ({
  text: `with held as (select id from families where id = $1 for no key update)
    update members set role = case when user_id = $2 then 'owner' else 'guardian' end from held where family_id = held.id`,
  values: [familyId, to.userId],
});

test('who has paid is offered no second page, also while it is being written down', async () => {
  const nora = await registerParent(t.app);
  await subscribe(t, nora, 'monthly');
  // As long as that has not been written down.
  await query(t, 'update purchases set user_id = null where user_id = $1', [nora.userId]);
  const writtenDown = {
    text: `with customer as (update billing_customers set answered = answered where user_id = $1 returning id, user_id)
      update purchases set user_id = customer.user_id from customer where customer_id = customer.id`,
    values: [nora.userId],
  };
  const { status, code } = await whileChanging(t, writtenDown, () => askOfPlan(t, nora, 'POST', '/checkout', { plan: 'yearly' }));
  expect([status, code]).toEqual([409, 'conflict']);
  expect(await query(t, `select from checkouts where state = 'open'`)).toEqual([]);
});

test('who owns a family no more is told of a payment by mail, the family of none', async () => {
  const nora = await registerParent(t.app);
  const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
  await subscribe(t, nora, 'monthly', { number: '4000 0000 0000 0341' });
  const [{ id }] = await query(t, 'select id from billing_customers where user_id = $1', [nora.userId]);
  t.clock.set('2026-12-21T09:00:00.000Z');
  await whileChanging(t, handOver(nora, sam), () => syncCustomer(t.platform, id));
  expect(await subjects(nora)).toContain('A payment did not go through');
  expect(await query(t, `select type from activity where family_id = $1 and type = 'plan.refused'`, [nora.familyId])).toEqual([]);
});

test('of the end of a trial nobody is told who is just paying', async () => {
  const nora = await registerParent(t.app);
  t.clock.set('2026-12-03T09:00:00.000Z');
  const paid = { text: 'update families set paid_until = $2 where id = $1', values: [nora.familyId, new Date('2027-12-03')] };
  await whileChanging(t, paid, () => tellOfTrials(t.platform, writeFrom));
  expect(await subjects(nora)).not.toContain('Your free time ends on 5 December 2026');
});

test('of the end of a trial its owner is told, who has just become that', async () => {
  const nora = await registerParent(t.app);
  const sam = await addMember(t, nora.familyId, 'guardian', 'Sam');
  t.clock.set('2026-12-03T09:00:00.000Z');
  await whileChanging(t, handOver(nora, sam), () => tellOfTrials(t.platform, writeFrom));
  const subject = 'Your free time ends on 5 December 2026';
  expect(await subjects(nora)).not.toContain(subject);
  expect(await subjects(sam)).toContain(subject);
});
