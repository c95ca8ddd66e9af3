import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopOf } from '#features/digests/emails.ts';
import { writeFrom } from '#features/notifications/actions.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, prefer, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { query } from '#test/rows.ts';
import { deliverWishes, sendMails } from './jobs.ts';

// Who is written to about a birthday, and when: as they have chosen.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());

const wish = (by: TestUser) => call(at, by, 'POST', `/api/birthdays/${family.leo.personId}/wishes`, { text: 'All the best' });
const remind = async (by: TestUser): Promise<string[]> =>
  (await call(at, by, 'POST', `/api/birthdays/${family.leo.personId}/remind`, {})).json().data.reminded;
/** How many mails about a birthday somebody was sent. */
const sentTo = async ({ email }: TestUser): Promise<number> => {
  await jobsDone(at);
  return (await at.mailsTo(email, 0)).filter(({ subject = '' }) => /birthday/i.test(subject)).length;
};
/** Comes to a time, twice at once, as two processes would. */
const come = async (time: string) => {
  at.clock.set(time);
  await deliverWishes(at.platform);
  await Promise.all([sendMails(at.platform, { writeFrom, stopOf }), sendMails(at.platform, { writeFrom, stopOf })]);
};

describe('asked for a wish', () => {
  beforeEach(async () => {
    at.clock.set('2027-03-27T19:30:00Z');
    family = await makeFamily(at);
    await proveAddresses(at);
    await call(at, family.leo, 'POST', '/api/profile/update', { birth: '2010-04-02' });
    for (const user of [family.nora, family.sam, family.ruth]) await prefer(at, user, { time_zone: 'Europe/Berlin' });
  });

  it('is written when quiet hours are over, also in a night in which clocks are moved, and not when it is not needed any more', async () => {
    const { nora, sam, ruth, leo } = family;
    await prefer(at, sam, { quiet_hours: null });
    await prefer(at, ruth, { quiet_hours: { from: '20:00', until: '09:15' } });
    at.clock.set('2027-03-27T21:00:00Z');
    await wish(nora);
    expect((await remind(nora)).toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
    expect([await sentTo(sam), await sentTo(ruth)]).toEqual([1, 0]);
    // 2:00 is 3:00: a quarter past nine is an hour earlier than on the day before.
    await come('2027-03-28T07:14:59Z');
    expect(await sentTo(ruth)).toBe(0);
    await come('2027-03-28T07:15:00Z');
    await come('2027-03-28T07:20:00Z');
    expect([await sentTo(sam), await sentTo(ruth), await sentTo(leo)]).toEqual([1, 1, 0]);
    at.clock.set('2027-03-28T21:30:00Z');
    expect((await remind(nora)).toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
    await wish(ruth);
    await come('2027-03-29T12:00:00Z');
    expect([await sentTo(sam), await sentTo(ruth)]).toEqual([2, 1]);
  });

  it('is written to no address that nobody has proved: it may be a stranger’s', async () => {
    const { nora, sam, ruth } = family;
    await query(at, 'update users set email_verified_at = null where id = $1', [sam.userId]);
    at.clock.set('2027-03-28T12:00:00Z');
    expect((await remind(nora)).toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
    expect([await sentTo(sam), await sentTo(ruth)]).toEqual([0, 1]);
  });

  it('is written to nobody who wants no mails of birthdays, or has left', async () => {
    const { nora, sam, ruth } = family;
    await prefer(at, sam, { kinds: { birthday: { email: 'off' } } });
    at.clock.set('2027-03-27T21:00:00Z');
    expect((await remind(nora)).toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
    await removeMember(at, nora, ruth.userId);
    await prefer(at, sam, { kinds: { birthday: { email: 'off' } }, quiet_hours: null });
    await come('2027-03-28T12:00:00Z');
    await prefer(at, sam, { kinds: { birthday: { email: 'daily' } } });
    await come('2027-03-28T12:05:00Z');
    expect([await sentTo(sam), await sentTo(ruth)]).toEqual([0, 0]);
  });
});

describe('given wishes', () => {
  it('is told by mail after quiet hours, once; where birthdays are turned off, in the app alone', async () => {
    at.clock.set('2027-10-30T09:00:00Z');
    family = await makeFamily(at);
    await proveAddresses(at);
    const { nora, leo, ruth } = family;
    for (const user of [leo, ruth]) {
      await prefer(at, user, { time_zone: 'Europe/Berlin' });
      await call(at, user, 'POST', '/api/profile/update', { birth: '2010-10-31' });
    }
    await prefer(at, ruth, { kinds: { birthday: { email: 'off' } } });
    await wish(nora);
    await call(at, nora, 'POST', `/api/birthdays/${ruth.personId}/wishes`, { text: 'All the best' });
    // 3:00 is 2:00 again: seven o'clock is at 6:00 UTC, half past seven at 6:30.
    await come('2027-10-31T06:00:00Z');
    expect([await sentTo(leo), await sentTo(ruth)]).toEqual([0, 0]);
    await come('2027-10-31T06:30:00Z');
    await come('2027-10-31T06:35:00Z');
    expect([await sentTo(leo), await sentTo(ruth)]).toEqual([1, 0]);
    const stop = (await at.mailsTo(leo.email)).at(-1)?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    expect(stop).toMatch(/^<http:\/\/localhost:3000\/api\/unsubscribe\?token=.*\.birthday\./);
    const told = (await call(at, ruth, 'GET', '/api/notifications')).json().data.items as { event: string }[];
    expect(told.map(({ event }) => event)).toContain('wishes.delivered');
  });
});
