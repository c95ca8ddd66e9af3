import { notificationKinds } from '@heartwood/contract/notification-events';
import type { NotificationPreferences } from '@heartwood/contract/notifications';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localTime } from '#platform/clock.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { mayTellAt, nextAllowed, usual } from './rules.ts';

describe('preferences', () => {
  let at: TestApp;
  beforeAll(async () => {
    at = await startApp({ jobs: false });
  });
  afterAll(() => at.close());

  const url = '/api/notification-preferences';
  const put = (user: { token: string } | null, body: object) => call(at, user, 'PUT', url, body);
  const of = async (user: TestUser): Promise<NotificationPreferences> => {
    const answer = await call(at, user, 'GET', url);
    expect(answer.statusCode).toBe(200);
    return answer.json().data.preferences;
  };

  it('[S9.8] are sensible before anybody has chosen: hearts are quiet, nights are too', async () => {
    const preferences = await of(await registerParent(at.app));
    expect(Object.keys(preferences.kinds).toSorted()).toEqual(notificationKinds.toSorted());
    expect(preferences).toEqual({
      kinds: usual.kinds,
      quiet_hours: { from: '21:00', until: '07:30' },
      time_zone: 'UTC',
      importance: 3,
      visibility: 0,
    });
    expect(preferences.kinds).toMatchObject({ heart: { push: false, email: 'daily' }, question: { push: true, email: 'instant' } });
  });

  it('keep what is changed, and what is left out stays; nobody else’s are', async () => {
    const [nora, other] = [await registerParent(at.app), await registerParent(at.app)];
    const before = await of(nora);
    expect((await put(nora, { kinds: { heart: { push: true } } })).json().data.preferences.kinds.heart).toEqual({
      push: true,
      email: 'daily',
    });
    expect((await put(nora, { kinds: { heart: { email: 'weekly' }, post: { email: 'off', push: true } } })).statusCode).toBe(200);
    expect((await put(nora, { quiet_hours: { from: '22:15', until: '06:00' }, importance: 5, visibility: -1 })).statusCode).toBe(200);
    const after = {
      ...before,
      kinds: { ...before.kinds, heart: { push: true, email: 'weekly' }, post: { push: true, email: 'off' } },
      quiet_hours: { from: '22:15', until: '06:00' },
      importance: 5,
      visibility: -1,
    };
    expect(await of(nora)).toEqual(after);
    for (const body of [{}, { kinds: { gossip: { push: true } } }]) expect((await put(nora, body)).json().data.preferences).toEqual(after);
    expect((await put(nora, { quiet_hours: null })).json().data.preferences).toEqual({ ...after, quiet_hours: null });
    expect(await of(nora)).toEqual({ ...after, quiet_hours: null });
    expect(await of(other)).toEqual(before);
  });

  it('of two changes at once both are kept', async () => {
    const nora = await registerParent(at.app);
    await Promise.all(notificationKinds.map((kind) => put(nora, { kinds: { [kind]: { email: 'weekly' } } })));
    expect(new Set(Object.values((await of(nora)).kinds).map(({ email }) => email))).toEqual(new Set(['weekly']));
  });

  it('[S9.8] that are none are refused, and change nothing', async () => {
    const nora = await registerParent(at.app);
    const before = await of(nora);
    for (const body of [
      ...[0, 6, 1.5, '3', null, true].map((importance) => ({ importance })),
      ...[-2, 2, 0.5, '0', null].map((visibility) => ({ visibility })),
      ...['off', true, null].map((heart) => ({ kinds: { heart } })),
      { kinds: { heart: { email: 'hourly' } } },
      { kinds: { heart: { push: 'yes' } } },
      { kinds: [] },
      ...['7:30', '07:31', '24:00', '', null, 7].map((until) => ({ quiet_hours: { from: '21:00', until } })),
      { quiet_hours: { from: '21:00' } },
      { quiet_hours: { from: '21:00', until: '21:00' } },
      { quiet_hours: 'night' },
      ...['+02:00', 'Mars/Olympus', '', null].map((time_zone) => ({ time_zone })),
    ])
      expect([body, (await put(nora, body)).statusCode]).toEqual([body, 422]);
    expect(await of(nora)).toEqual(before);
  });

  it('are for who is signed in', async () => {
    expect([(await call(at, null, 'GET', url)).statusCode, (await put(null, {})).statusCode]).toEqual([401, 401]);
  });

  it('hold where somebody is, which is their account’s; of who has said nothing it is the owner’s', async () => {
    const nora = await registerParent(at.app);
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    expect((await put(nora, { time_zone: 'Europe/Lisbon' })).json().data.preferences.time_zone).toBe('Europe/Lisbon');
    expect((await of(ruth)).time_zone).toBe('Europe/Lisbon');
    await call(at, ruth, 'POST', '/api/profile/update', { time_zone: 'America/Lima' });
    expect([(await of(ruth)).time_zone, (await of(nora)).time_zone]).toEqual(['America/Lima', 'Europe/Lisbon']);
    expect((await call(at, nora, 'GET', '/api/user')).json().data.user.time_zone).toBe('Europe/Lisbon');
  });
});

describe('quiet hours', () => {
  const minute = 60_000;
  const at = (time: string) => new Date(time);
  const berlin = { quietHours: { from: '21:00', until: '07:30' }, timeZone: 'Europe/Berlin' };

  it('wait until they are over, where the person is', () => {
    expect(nextAllowed(berlin, at('2026-11-21T19:59:59.999Z'))).toEqual(at('2026-11-21T19:59:59.999Z'));
    expect(nextAllowed(berlin, at('2026-11-21T20:00:00.000Z'))).toEqual(at('2026-11-22T06:30:00.000Z'));
    expect(nextAllowed({ ...berlin, timeZone: 'America/Lima' }, at('2026-11-21T20:00:00.000Z'))).toEqual(at('2026-11-21T20:00:00.000Z'));
    expect([mayTellAt(berlin, at('2026-11-22T06:29:59.999Z')), mayTellAt(berlin, at('2026-11-22T06:30:00.000Z'))]).toEqual([false, true]);
    expect(mayTellAt({ ...berlin, quietHours: null }, at('2026-11-22T03:00:00.000Z'))).toBe(true);
  });

  it('end by the clock also in the nights in which it is moved', () => {
    // 2027-03-28: 2:00 is 3:00. 2026-10-25: 3:00 is 2:00 again.
    expect(nextAllowed(berlin, at('2027-03-27T23:00:00.000Z'))).toEqual(at('2027-03-28T05:30:00.000Z'));
    expect(nextAllowed(berlin, at('2026-10-24T23:00:00.000Z'))).toEqual(at('2026-10-25T06:30:00.000Z'));
    const early = { ...berlin, quietHours: { from: '21:00', until: '02:30' } };
    expect(nextAllowed(early, at('2027-03-28T00:10:00.000Z'))).toEqual(at('2027-03-28T01:00:00.000Z'));
    expect(nextAllowed(early, at('2026-10-25T00:10:00.000Z'))).toEqual(at('2026-10-25T00:30:00.000Z'));
    expect(nextAllowed(early, at('2026-10-25T01:10:00.000Z'))).toEqual(at('2026-10-25T01:30:00.000Z'));
  });

  it('are never told in, and nobody waits longer than they last: whatever the hours, the place and the time', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Antarctica/Troll',
      'Pacific/Chatham',
      'America/Los_Angeles',
    ];
    // Half of the times are in the weeks in which clocks are moved somewhere.
    const time = fc.oneof(
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2040, 0) }),
      fc
        .tuple(fc.integer({ min: 2024, max: 2039 }), fc.constantFrom(2, 3, 9, 10), fc.integer({ min: 0, max: 31 * 86_400_000 }))
        .map(([year, month, more]) => Date.UTC(year, month) + more),
    );
    const model = (quietHours: { from: string; until: string }, timeZone: string, when: number): boolean => {
      const now = localTime(new Date(when), timeZone).slice(-5);
      const [from, until] = [quietHours.from, quietHours.until].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) as [
        number,
        number,
      ];
      const passed = Number(now.slice(0, 2)) * 60 + Number(now.slice(3));
      // Minutes since they began, on a clock without midnight.
      return (passed - from + 1_440) % 1_440 >= (until - from + 1_440) % 1_440;
    };
    fc.assert(
      fc.property(clock, clock, fc.constantFrom(...zones), time, (from, until, timeZone, when) => {
        fc.pre(from !== until);
        const quietHours = { from, until };
        const preferences = { quietHours, timeZone };
        const next = nextAllowed(preferences, new Date(when)).getTime();
        expect(mayTellAt(preferences, new Date(when))).toBe(model(quietHours, timeZone, when));
        expect(model(quietHours, timeZone, next)).toBe(true);
        expect(next - when).toBeLessThan(27 * 60 * minute);
        expect(nextAllowed(preferences, new Date(next)).getTime()).toBe(next);
        // Nothing before it was allowed.
        for (let passed = when; passed < next; passed += 7 * minute) expect(model(quietHours, timeZone, passed)).toBe(false);
        if (next > when) expect(model(quietHours, timeZone, next - 1)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
