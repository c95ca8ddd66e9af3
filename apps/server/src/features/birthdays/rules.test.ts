import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCome, isBeforeTheDay, isDue, isOpen, mayOpen, mayRead } from './rules.ts';
import type { Celebrated } from './tables.ts';

describe('7:00 of a day', () => {
  test.for([
    ['2026-11-29', 'Pacific/Kiritimati', '2026-11-28T17:00:00Z'],
    ['2026-11-29', 'Pacific/Pago_Pago', '2026-11-29T18:00:00Z'],
    ['2026-11-29', 'Asia/Kathmandu', '2026-11-29T01:15:00Z'],
    ['2026-03-28', 'Europe/Berlin', '2026-03-28T06:00:00Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T05:00:00Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T06:00:00Z'],
    ['2028-02-29', 'America/New_York', '2028-02-29T12:00:00Z'],
  ] as const)('%s in %s', ([day, zone, comes]) => {
    expect(hasCome(day, zone, new Date(Date.parse(comes) - 1))).toBe(false);
    expect(hasCome(day, zone, new Date(comes))).toBe(true);
  });
});

const arthur: Celebrated = { id: 'p', userId: 'u', name: 'Arthur', slug: 'arthur', birth: '1955-11-29', timeZone: 'Pacific/Auckland' };
const as = (userId: string, role: 'owner' | 'guardian' | 'relative' = 'relative') => ({
  userId,
  personId: userId === 'u' ? 'p' : `p-${userId}`,
  role,
});
const wish = { authorId: 'ruth', birthdayOn: '2026-11-29', isDelivered: false, places: [] as string[] };

test('wishes are gathered from sixty days before until the day has ended where the person is', () => {
  // Auckland is thirteen hours ahead.
  const open = (time: string) => isOpen(arthur, '2026-11-29', new Date(time));
  expect(open('2026-09-29T10:59:00Z')).toBe(false);
  expect(open('2026-09-29T11:00:00Z')).toBe(true);
  expect(open('2026-11-29T10:59:00Z')).toBe(true);
  expect(open('2026-11-29T11:00:00Z')).toBe(false);
  expect(isBeforeTheDay(arthur, wish, new Date('2026-11-28T10:59:00Z'))).toBe(true);
  expect(isBeforeTheDay(arthur, wish, new Date('2026-11-28T11:00:00Z'))).toBe(false);
});

test('a wish is its author’s, then the person’s; of who never had an account the guardians’; nobody else’s ever', () => {
  const [before, after] = [new Date('2026-11-28T17:59:00Z'), new Date('2026-11-28T18:00:00Z')];
  const child = { ...arthur, userId: null };
  const reads = (who: Celebrated, now: Date, given = wish) =>
    [as('ruth'), as('u', 'guardian'), as('nora', 'owner'), as('leo')].map((viewer) => mayRead(viewer, who, given, now));
  expect(reads(arthur, before)).toEqual([true, false, false, false]);
  expect(reads(arthur, after)).toEqual([true, true, false, false]);
  expect(reads(child, before)).toEqual([true, false, false, false]);
  expect(reads(child, after)).toEqual([true, true, true, false]);
  expect(reads(arthur, before, { ...wish, isDelivered: true })).toEqual([true, true, false, false]);
  expect(mayOpen(as('ruth'), arthur, wish, after)).toBe(false);
});

test('no sequence of time zones brings a delivery forward, nor takes a day of writing away', () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
  const time = fc.integer({ min: Date.parse('2026-11-27T00:00:00Z'), max: Date.parse('2026-12-01T00:00:00Z') }).map((at) => new Date(at));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...zones), { minLength: 2, maxLength: 6 }), time, (moves, now) => {
      const stages = moves.map((timeZone, i) => ({ who: { ...arthur, timeZone }, of: { ...wish, places: moves.slice(0, i) } }));
      const due = stages.map(({ who, of }) => isDue(who, of, now));
      expect(due).toEqual(due.toSorted((a, b) => Number(b) - Number(a)));
      expect(due.at(-1)).toBe(moves.every((zone) => hasCome('2026-11-29', zone, now)));
      const writing = stages.map(({ who, of }) => isBeforeTheDay(who, of, now));
      expect(writing).toEqual(writing.toSorted((a, b) => Number(a) - Number(b)));
    }),
  );
});
