import { notificationKinds } from '@heartwood/contract/notification-events';
import type { LetterRhythm } from '@heartwood/contract/notification-events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTellAt, usual } from '#features/notifications/rules.ts';
import { localTime, plus } from '#platform/clock.ts';
import { choiceOf, dueOf, toldUntil } from './rules.ts';

const at = (time: string): Date => new Date(time);
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Kiritimati'];
const zone = fc.constantFrom(...zones, 'Pacific/Pago_Pago', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia');
const time = fc.date({ min: at('2010-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true });
const weekday = (day: string): number => new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay();

describe('the time of the latest letter', () => {
  it.each([
    ['daily', 'Europe/Berlin', '2026-11-21T16:59:00Z', '2026-11-20T17:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-11-21T17:00:00Z', '2026-11-21T17:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-07-21T17:00:00Z', '2026-07-21T16:00:00Z'],
    ['weekly', 'Europe/Berlin', '2026-11-21T17:00:00Z', '2026-11-15T08:00:00Z'],
    ['weekly', 'Europe/Berlin', '2026-11-22T08:00:00Z', '2026-11-22T08:00:00Z'],
    // The clocks go forward in the night before the letter.
    ['weekly', 'Europe/Berlin', '2026-03-29T07:00:00Z', '2026-03-29T07:00:00Z'],
    ['weekly', 'Pacific/Kiritimati', '2026-11-21T19:00:00Z', '2026-11-21T19:00:00Z'],
    ['instant', 'UTC', '2026-11-21T17:00:00Z', '2026-11-21T16:50:00Z'],
  ] as const)('%s in %s at %s is %s', (rhythm, timeZone, now, expected) => {
    expect(toldUntil(rhythm, timeZone, at(now))).toEqual(at(expected));
  });

  it('has come, is at its hour where one is, and is never more than a day or a week ago', () => {
    fc.assert(
      fc.property(zone, time, fc.constantFrom<LetterRhythm>('daily', 'weekly'), (timeZone, now, rhythm) => {
        const until = toldUntil(rhythm, timeZone, now);
        const there = localTime(until, timeZone);
        expect(until <= now).toBe(true);
        expect(there.slice(-5)).toBe(rhythm === 'daily' ? '18:00' : '09:00');
        if (rhythm === 'weekly') expect(weekday(there)).toBe(0);
        // An hour for the clocks, a day for the one that Samoa left out.
        expect(until > plus(now, { days: rhythm === 'daily' ? -2 : -8, hours: -1 })).toBe(true);
        const later = plus(now, { minutes: 7 });
        expect(toldUntil(rhythm, timeZone, later) >= until).toBe(true);
      }),
    );
  });
});

describe('what becomes of a notification', () => {
  const clock = fc
    .integer({ min: 0, max: 95 })
    .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][n % 4]}`);
  const rest = fc.option(fc.record({ from: clock, until: clock }).filter(({ from, until }) => from !== until));
  const rhythm = fc.constantFrom('instant', 'daily', 'weekly', 'off' as const);

  it('is told once, at a time the person allows, late after an outage; with `off` never', () => {
    fc.assert(
      fc.property(zone, time, rhythm, rest, fc.integer({ min: 0, max: 5 * 96 }), (timeZone, happened, email, quietHours, outage) => {
        const kinds = { ...usual.kinds, post: { push: false, email } };
        const preferences = { kinds, quietHours, timeZone };
        const told: { rhythm: LetterRhythm | undefined; now: Date }[] = [];
        // The server is away from when it happened on for some quarters of an hour; then it looks every quarter, for nine days.
        for (let quarter = outage; quarter < outage + 9 * 96 && told.length === 0; quarter += 1) {
          const now = plus(happened, { minutes: 15 * quarter });
          const due = dueOf(preferences, now, (of) => toldUntil(of, timeZone, now), true).find(
            ({ events, until }) => events.includes('post.shared') && happened <= until,
          );
          if (due) told.push({ rhythm: due.rhythm, now });
        }
        const [first] = told;
        expect(first?.rhythm).toBe(email === 'off' ? undefined : email);
        if (!first || email === 'off') return;
        expect(mayTellAt(preferences, first.now)).toBe(true);
        expect(plus(first.now, { minutes: -10 }) >= happened || email !== 'instant').toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is one thing for each event and time: no two mails tell of the same', () => {
    const kinds = Object.fromEntries(
      notificationKinds.map((kind, n) => [kind, { push: true, email: (['instant', 'daily', 'weekly', 'off'] as const)[n % 4]! }]),
    );
    const now = at('2026-11-21T12:00:00Z');
    const due = dueOf({ ...usual, kinds: kinds as typeof usual.kinds, timeZone: 'UTC' }, now, () => now, true);
    const lettered = due.flatMap(({ rhythm: one, events }) => (one ? events : []));
    expect(new Set(lettered).size).toBe(lettered.length);
  });

  it('waits while the address is not proved, and is told in no mail after thirty days', () => {
    const now = at('2026-11-21T12:00:00Z');
    const due = dueOf({ ...usual, timeZone: 'UTC' }, now, () => now, false);
    expect(due.map(({ rhythm: one }) => one)).toEqual([undefined, undefined]);
    expect(due.filter(({ events }) => events.includes('post.shared')).map(({ until }) => until)).toEqual([plus(now, { days: -30 })]);
  });
});

it('stopping a rhythm turns off its kinds; undone, they are as they were, but for what was chosen meanwhile', () => {
  const { kinds } = usual;
  const stopped = choiceOf({ mails: 'daily', stopped: true }, { kinds }, {});
  expect([stopped.kinds.includes('post'), stopped.kinds.includes('question'), stopped.email]).toEqual([true, false, 'off']);
  const off = { ...kinds };
  for (const kind of stopped.kinds) off[kind] = { ...off[kind], email: 'off' };
  const twice = choiceOf({ mails: 'daily', stopped: true }, { kinds: off }, stopped.remembered);
  expect([twice.kinds, twice.remembered]).toEqual([[], stopped.remembered]);
  const chosen = { ...off, post: { push: false, email: 'weekly' as const } };
  const again = choiceOf({ mails: 'daily', stopped: false }, { kinds: chosen }, stopped.remembered);
  expect([again.kinds, again.email]).toEqual([stopped.kinds.filter((kind) => kind !== 'post'), 'daily']);
});

it('stopping a kind turns off it alone; undone, it has the rhythm it had, unless one was chosen meanwhile', () => {
  const { kinds } = usual;
  const stopped = choiceOf({ mails: 'birthday', stopped: true }, { kinds }, {});
  expect([stopped.kinds, stopped.email]).toEqual([['birthday'], 'off']);
  const off = { ...kinds, birthday: { ...kinds.birthday, email: 'off' as const } };
  const twice = choiceOf({ mails: 'birthday', stopped: true }, { kinds: off }, stopped.remembered);
  expect([twice.kinds, twice.remembered]).toEqual([[], stopped.remembered]);
  const undo = { mails: 'birthday', stopped: false } as const;
  const again = choiceOf(undo, { kinds: off }, stopped.remembered);
  expect([again.kinds, again.email, choiceOf(undo, { kinds: off }, again.remembered).kinds]).toEqual([
    ['birthday'],
    kinds.birthday.email,
    [],
  ]);
  const chosen = { ...off, birthday: { ...off.birthday, email: 'weekly' as const } };
  expect(choiceOf(undo, { kinds: chosen }, stopped.remembered).kinds).toEqual([]);
});
