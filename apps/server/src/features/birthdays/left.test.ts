import type { Gathered } from '@heartwood/contract/birthdays';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopOf } from '#features/digests/emails.ts';
import { writeFrom } from '#features/notifications/actions.ts';
import { startApp, testStart } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, removeMember, sayOfOneself } from '#test/members.ts';
import type { TestFamily, TestMember } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { acceptInvitation, addChild, auth, invite, mailsThatFit, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { deliverWishes, sendMails } from './jobs.ts';

// What is wished to a member is read by no guardian, also when the member leaves, is removed or deletes the account.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.set(testStart);
  family = await makeFamily(at);
  await verifyEmail(at, family.nora);
  await query(at, `update families set trial_ends_at = '2040-01-01'`);
  await sayOfOneself(at, family.leo, { birth: '2010-11-29', time_zone: 'Europe/Berlin' });
});

const theDay = '2026-11-29';
const urlOf = (personId: string) => `/api/birthdays/${personId}/wishes`;
async function wish(by: TestUser, personId: string, media_ids: string[] = []): Promise<string> {
  const made = await call(at, by, 'POST', urlOf(personId), { text: 'For your eyes only', media_ids });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data.wish.id;
}
async function look(by: TestUser, personId: string): Promise<Gathered> {
  const answer = await call(at, by, 'GET', `${urlOf(personId)}?on=${theDay}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
/** Comes to a time at which wishes are delivered and nobody has quiet hours; sessions are used meanwhile. */
async function come(time: string): Promise<void> {
  at.clock.set(time);
  await query(at, 'update sessions set last_used_at = $1', [at.clock.now()]);
  await deliverWishes(at.platform);
  await sendMails(at.platform, { writeFrom, stopOf });
  await jobsDone(at);
}
async function comeBack({ leo, nora }: TestFamily): Promise<void> {
  const { token } = await invite(at, nora, { email: leo.email });
  const joined = await call(at, leo, 'POST', '/api/invitations/accept', { token });
  expect(joined.statusCode, joined.body).toBe(200);
}
const subjectsTo = async ({ email }: TestUser) =>
  (await at.mailsTo(email, 0)).flatMap(({ subject = '' }) => (/birthday/i.test(subject) ? [subject] : []));
const eventsOf = async (by: TestUser): Promise<string[]> =>
  (await call(at, by, 'GET', '/api/notifications')).json().data.items.map(({ event }: { event: string }) => event);
const isRemoved = ({ nora, leo }: TestFamily) => removeMember(at, nora, leo.userId);
const leaves = ({ leo }: TestFamily) => removeMember(at, leo, leo.userId);

describe('what was wished to a member', () => {
  it.each([
    ['is removed', isRemoved],
    ['leaves', leaves],
  ])('is read by its author alone once the member %s, and by the member who comes back', async (_, go) => {
    const { nora, sam, ruth, leo } = family;
    const photo = await uploadPhoto(at, ruth);
    const id = await wish(ruth, leo.personId, [photo]);
    await come('2026-11-29T09:00:00Z');
    expect(await look(leo, leo.personId)).toMatchObject({ wishes: [{ id }], cards: [theDay] });
    await go(family);
    for (const guardian of [nora, sam]) {
      const read = await look(guardian, leo.personId);
      expect(read).toMatchObject({ wishes: [], cards: [], delivered: false, for_me: false, can: { thank: false } });
      expect((await call(at, guardian, 'GET', `/api/media/${photo}`)).statusCode).toBe(404);
      expect((await call(at, guardian, 'PATCH', `/api/wishes/${id}`, { text: 'Mine' })).statusCode).toBe(404);
      const thanks = { text: 'Thank you', on: theDay };
      expect((await call(at, guardian, 'POST', `/api/birthdays/${leo.personId}/thanks`, thanks)).statusCode).toBe(403);
    }
    expect((await look(ruth, leo.personId)).wishes).toMatchObject([{ id }]);
    expect((await call(at, ruth, 'GET', `/api/media/${photo}`)).statusCode).toBe(200);
    await comeBack(family);
    expect(await look(leo, leo.personId)).toMatchObject({ wishes: [{ id }], cards: [theDay], delivered: true });
  });

  it('waits, told to nobody, while the member is gone on the day; the member is told after coming back', async () => {
    const { nora, sam, ruth, leo } = family;
    const id = await wish(ruth, leo.personId);
    await removeMember(at, nora, leo.userId);
    await come('2026-11-29T09:00:00Z');
    for (const one of [nora, sam, leo]) expect(await subjectsTo(one)).toEqual([]);
    for (const guardian of [nora, sam]) {
      expect(await look(guardian, leo.personId)).toMatchObject({ wishes: [], wished: [{ user_id: ruth.userId }], delivered: false });
      expect(await eventsOf(guardian)).not.toContain('wishes.delivered');
    }
    await comeBack(family);
    await come('2026-11-30T09:00:00Z');
    expect((await look(leo, leo.personId)).wishes).toMatchObject([{ id }]);
    await mailsThatFit(at, leo.email, ({ subject }) => subject === 'Happy birthday, Leo');
    expect(await eventsOf(leo)).toContain('wishes.delivered');
    for (const guardian of [nora, sam]) expect(await subjectsTo(guardian)).toEqual([]);
  });

  it('goes with the person when a former member deletes the account', async () => {
    const { nora, ruth, leo } = family;
    await wish(ruth, leo.personId);
    await removeMember(at, nora, leo.userId);
    expect((await at.app.inject({ method: 'DELETE', url: '/api/delete_account', headers: auth(leo.token) })).statusCode).toBe(200);
    await come('2026-11-29T09:00:00Z');
    for (const one of [nora, ruth]) expect((await call(at, one, 'GET', urlOf(leo.personId))).statusCode).toBe(404);
    expect(
      await query(at, 'select 1 from people where id = $1 union all select 1 from wishes where family_id = $2', [
        leo.personId,
        leo.familyId,
      ]),
    ).toEqual([]);
    expect(await subjectsTo(nora)).toEqual([]);
  });
});

describe('what was wished to a child', () => {
  it('is no guardian’s any more when the child has had an account, also one that is out of the family', async () => {
    const { nora, ruth } = family;
    const { heartwood_id: mila } = await addChild(at, nora, { name: 'Mila', birth_day: '2014-11-29' });
    await wish(ruth, mila);
    const invited = { email: `mila-${mila}@example.com`, relationship_id: 3, role: 'relative', heartwood_id: mila };
    const { invitation } = (await call(at, nora, 'POST', '/api/send-account-invitation', invited)).json().data;
    const [mail] = await mailsThatFit(at, invitation.email, ({ text = '' }) => text.includes('/invitation?token='));
    const token = /\/invitation\?token=([\w-]+)/.exec(mail!.text!)![1]!;
    const child: TestMember = {
      ...(await acceptInvitation(at, { token, name: 'Mila Whitlock', email: invitation.email })),
      personId: mila,
    };
    await removeMember(at, nora, child.userId);
    await come('2026-11-29T12:00:00Z');
    expect(await look(nora, mila)).toMatchObject({ name: 'Mila Whitlock', wishes: [], for_me: false, delivered: false });
    expect(await subjectsTo(nora)).toEqual([]);
  });
});
