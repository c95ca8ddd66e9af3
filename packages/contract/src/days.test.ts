import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import {
  birthdayIn,
  daysBetween,
  isDay,
  mondayOf,
  monthsAfter,
  monthsBetween,
  nextBirthday,
  plusDays,
  plusMonths,
  weekdayOf,
  yearOf,
  yearsBetween,
} from './days.ts';
import { day as daySchema } from './fields.ts';

const first = Temporal.PlainDate.from('1900-01-01');
const plain = fc.integer({ min: 0, max: first.until('2100-12-31').days }).map((days) => first.add({ days }));
/** Days on which calendars differ: ends of months and years, and those around 29 February. */
const edge = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.constantFrom('01-01', '01-31', '02-28', '02-29', '03-01', '03-31', '04-30', '12-31'))
  .map(([year, rest]) => `${year}-${rest}`)
  .filter(isDay);
const day = fc.oneof(
  plain.map((one) => one.toString()),
  edge,
);

describe('days beside an independent calendar', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  // Zones with midnights that are skipped, a day that is, half hours, and both ends of the world.
  it.each(['UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/London'])('agree in %s', (name) => {
    process.env['TZ'] = name;
    fc.assert(
      fc.property(day, day, fc.integer({ min: -1_500, max: 1_500 }), (one, other, count) => {
        const [from, to] = [Temporal.PlainDate.from(one), Temporal.PlainDate.from(other)];
        expect(plusDays(one, count)).toBe(from.add({ days: count }).toString());
        expect(daysBetween(one, other)).toBe(from.until(to).days);
        expect(plusMonths(one, count)).toBe(from.add({ months: count }).toString());
        expect(weekdayOf(one)).toBe(from.dayOfWeek % 7);
        expect(yearOf(one)).toBe(from.year);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a day', () => {
  it.each(['2024-02-29', '2023-12-31', '1926-01-01', '0001-01-01', '9999-12-31'])('%s exists', (text) => expect(isDay(text)).toBe(true));
  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-02-31',
    '2023-00-10',
    '0000-01-01',
    '2023-9-5',
    '-09-05',
    '2023--',
    '',
    '2023-09-05T00:00:00Z',
  ])('%j does not', (text) => expect(isDay(text)).toBe(false));

  it('is the same to forms and to the server', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9_999 }).map((part) => String(part).padStart(4, '0'));
    const written = fc.tuple(year, two(13), two(32)).map((parts) => parts.join('-'));
    fc.assert(
      fc.property(fc.oneof(written, fc.string()), (text) => {
        expect(daySchema.safeParse(text).success).toBe(isDay(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('that does not exist is counted from nowhere', () => {
    expect(() => plusDays('', 1)).toThrow(RangeError);
    expect(() => plusMonths('soon', 1)).toThrow(RangeError);
    expect(daysBetween('', '2026-11-20')).toBeNaN();
  });
});

describe('months', () => {
  it('are counted as birthdays are, a month that is too short ending on its last day', () => {
    expect(monthsBetween('2026-01-31', '2026-02-27')).toBe(0);
    expect(monthsBetween('2026-01-31', '2026-02-28')).toBe(1);
    expect(monthsBetween('2024-02-29', '2025-02-27')).toBe(11);
    expect(monthsBetween('2024-02-29', '2025-02-28')).toBe(12);
    expect(monthsBetween('2024-02-29', '2028-02-28')).toBe(47);
    expect(monthsBetween('2026-08-08', '2026-08-07')).toBe(-1);
    expect(plusMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(plusMonths('2024-02-29', 48)).toBe('2028-02-29');
  });

  it('are the most that do not lead beyond the day', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        const months = monthsBetween(from, to);
        expect(plusMonths(from, months) <= to).toBe(true);
        expect(plusMonths(from, months + 1) > to).toBe(true);
      }),
    );
  });

  it('keep the time of the day, in UTC', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -1_500, max: 1_500 }), (one, count) => {
        expect(monthsAfter(new Date(`${one}T23:14:15.167Z`), count).toISOString()).toBe(`${plusMonths(one, count)}T23:14:15.167Z`);
      }),
    );
    expect(monthsAfter(new Date('9999-12-31T00:00:00Z'), 12).getUTCFullYear()).toBe(10_000);
  });
});

it('a week begins on Monday', () => {
  expect(['2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23', '2024-02-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-16',
    '2026-11-23',
    '2024-02-26',
    '2026-12-28',
  ]);
  fc.assert(
    fc.property(day, (one) => {
      expect(weekdayOf(mondayOf(one))).toBe(1);
      expect(daysBetween(mondayOf(one), one)).toBeOneOf([0, 1, 2, 3, 4, 5, 6]);
    }),
  );
});

describe('birthdays', () => {
  it.each([
    ['1955-11-29', '2026-11-21', '2026-11-29', 71],
    ['1955-11-29', '2026-11-29', '2026-11-29', 71],
    ['1955-11-29', '2026-11-30', '2027-11-29', 72],
    ['2026-03-17', '2026-03-17', '2027-03-17', 1],
    ['2024-02-29', '2026-03-01', '2027-02-28', 3],
    ['2024-02-29', '2027-02-28', '2027-02-28', 3],
    ['2024-02-29', '2028-02-28', '2028-02-29', 4],
    ['2024-02-29', '2024-02-29', '2025-02-28', 1],
  ])('the next of %s from %s on is %s', (birth, on, date, turns) => expect(nextBirthday(birth, on)).toEqual({ date, turns }));

  it('there are none before the birth', () => expect(nextBirthday('2026-12-24', '2026-11-21')).toBeNull());

  it('are days on which somebody is a year older, one in each year', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [birth = '', on = ''] = [one, other].toSorted();
        const { date, turns } = nextBirthday(birth, on)!;
        expect(date).toBe(birthdayIn(birth, turns));
        expect(date >= on && turns >= 1 && yearOf(date) === yearOf(birth) + turns).toBe(true);
        expect([yearsBetween(birth, plusDays(date, -1)), yearsBetween(birth, date)]).toEqual([turns - 1, turns]);
        expect(birthdayIn(birth, turns - 1) < on || turns === 1).toBe(true);
      }),
    );
  });
});
