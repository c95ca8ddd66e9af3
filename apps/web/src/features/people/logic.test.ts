import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import { ageOn, upcomingBirthdays, exactAge, firstYearNumber, isGrownUp, ringsOf } from './logic.ts';

describe('an age in words', () => {
  it.each([
    // days to two weeks
    ['2026-11-20', '2026-11-20', '0 days'],
    ['2026-11-20', '2026-11-21', '1 day'],
    ['2026-11-07', '2026-11-20', '13 days'],
    // weeks to six months
    ['2026-11-06', '2026-11-20', '2 weeks'],
    ['2026-10-30', '2026-11-20', '3 weeks'],
    ['2026-08-07', '2026-11-19', '14 weeks'],
    ['2026-08-07', '2026-11-20', '15 weeks'],
    ['2026-05-21', '2026-11-20', '26 weeks'],
    // months and weeks to a year
    ['2026-05-20', '2026-11-20', '6 months'],
    ['2026-03-20', '2026-11-20', '8 months'],
    ['2026-03-12', '2026-11-20', '8 months and 1 week'],
    ['2025-11-21', '2026-11-20', '11 months and 4 weeks'],
    // years
    ['2025-11-20', '2026-11-20', '1 year'],
    ['2025-11-13', '2026-11-20', '1 year and 1 week'],
    ['2023-09-12', '2026-11-20', '3 years, 2 months and 1 week'],
    ['2010-12-14', '2026-11-20', '15 years and 11 months'],
    ['2008-11-21', '2026-11-20', '17 years, 11 months and 4 weeks'],
    ['2008-11-20', '2026-11-20', '18 years'],
    ['1955-11-29', '2026-11-20', '70 years'],
  ])('%s on %s: %s', (birth, on, words) => expect(exactAge(birth, on)).toBe(words));

  it.each([
    ['2023-09-12', 'month', '3 years and 2 months'],
    ['2023-09-12', 'year', '3 years'],
    ['2026-03-12', 'month', '8 months'],
    ['2026-03-12', 'year', '8 months'],
    ['2026-08-07', 'year', '15 weeks'],
  ] as const)('%s to the %s: %s', (birth, detail, words) => expect(exactAge(birth, '2026-11-20', detail)).toBe(words));

  it('is nothing before the birth, and for what is no date', () => {
    expect(exactAge('2026-11-21', '2026-11-20')).toBeUndefined();
    expect(exactAge('2026-02-30', '2026-11-20')).toBeUndefined();
    expect(exactAge('2026-1-2', '2026-11-20')).toBeUndefined();
    expect(exactAge('', '2026-11-20')).toBeUndefined();
  });

  it('knows leap days', () => {
    expect(exactAge('2024-02-29', '2025-02-27')).toBe('11 months and 4 weeks');
    expect(exactAge('2024-02-29', '2025-02-28')).toBe('1 year');
    expect(exactAge('2024-02-29', '2025-03-01')).toBe('1 year');
    expect(exactAge('2024-02-29', '2028-02-28')).toBe('3 years, 11 months and 4 weeks');
    expect(exactAge('2024-02-29', '2028-02-29')).toBe('4 years');
  });

  it('ends a month that is too short on its last day', () => {
    expect(ageOn('2026-01-31', '2026-02-27')).toMatchObject({ months: 0, days: 27 });
    expect(ageOn('2026-01-31', '2026-02-28')).toMatchObject({ months: 1, days: 0 });
    expect(ageOn('2026-01-31', '2026-03-31')).toMatchObject({ months: 2, days: 0 });
  });
});

const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const birthAndDay = fc.tuple(anyDay, anyDay).map((pair) => pair.toSorted() as [string, string]);

/** The same by another library: months are added to the birthday until they pass the day. */
function reference(birth: string, on: string) {
  const [born, day] = [Temporal.PlainDate.from(birth), Temporal.PlainDate.from(on)];
  let months = (day.year - born.year) * 12 + day.month - born.month;
  while (Temporal.PlainDate.compare(born.add({ months }), day) > 0) months -= 1;
  return {
    years: Math.trunc(months / 12),
    months: months % 12,
    days: born.add({ months }).until(day, { largestUnit: 'day' }).days,
    allDays: born.until(day, { largestUnit: 'day' }).days,
  };
}

describe('ages beside an independent library', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  // Zones with skipped midnights, a skipped day, half hours and the far ends of the world.
  it.each(['UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/London'])('agree in %s', (name) => {
    process.env['TZ'] = name;
    fc.assert(
      fc.property(birthAndDay, ([birth, on]) => {
        expect(ageOn(birth, on)).toEqual(reference(birth, on));
      }),
      { numRuns: 400 },
    );
  });

  it('agree with the calendar difference of Temporal for days that every month has', () => {
    fc.assert(
      fc.property(birthAndDay, ([birth, on]) => {
        fc.pre(Number(birth.slice(8)) <= 28);
        const { years, months, days } = Temporal.PlainDate.from(birth).until(on, { largestUnit: 'year' });
        expect(ageOn(birth, on)).toMatchObject({ years, months, days });
      }),
    );
  });

  it('grow from one day to the next', () => {
    fc.assert(
      fc.property(birthAndDay, ([birth, on]) => {
        const next = Temporal.PlainDate.from(on).add({ days: 1 }).toString();
        const [before, after] = [ageOn(birth, on)!, ageOn(birth, next)!];
        expect(after.allDays).toBe(before.allDays + 1);
        expect(after.years * 12 + after.months).toBeGreaterThanOrEqual(before.years * 12 + before.months);
      }),
    );
  });

  it('close a ring exactly on every birthday', () => {
    fc.assert(
      fc.property(birthAndDay, fc.integer({ min: 0, max: 90 }), ([birth, on], years) => {
        const birthday = Temporal.PlainDate.from(birth).add({ years }).toString();
        expect(ringsOf(birth, birthday)).toEqual({ years, share: 0 });
        expect(ringsOf(birth, on).share).toBeGreaterThanOrEqual(0);
        expect(ringsOf(birth, on).share).toBeLessThan(1);
      }),
    );
  });
});

describe('birthdays ahead', () => {
  const people = [
    { name: 'Emma', birth_day: '2023-09-12' },
    { name: 'Leo', birth_day: '2010-12-14' },
    { name: 'Arthur', birth_day: '1955-11-29' },
    { name: 'Today', birth_day: '2000-11-20' },
    { name: 'Newborn', birth_day: '2026-11-20' },
    { name: 'Expected', birth_day: '2026-12-20' },
    { name: 'Unknown', birth_day: null },
  ];

  it('stand soonest first, with the age they bring', () => {
    expect(upcomingBirthdays(people, '2026-11-20').map(({ person, turns, inDays, day }) => [person.name, turns, inDays, day])).toEqual([
      ['Today', 26, 0, '2026-11-20'],
      ['Arthur', 71, 9, '2026-11-29'],
      ['Leo', 16, 24, '2026-12-14'],
    ]);
  });

  it('cross the year and find every birthday once a year', () => {
    expect(upcomingBirthdays([{ birth_day: '2020-01-02' }], '2026-12-30')).toMatchObject([{ turns: 7, inDays: 3, day: '2027-01-02' }]);
    fc.assert(
      fc.property(birthAndDay, ([birth, on]) => {
        fc.pre(birth !== on);
        expect(upcomingBirthdays([{ birth_day: birth }], on, 366)).toHaveLength(1);
      }),
    );
  });
});

it('of age is who is nobody’s child here, and 18 or without a birthday', () => {
  const on = '2026-11-20';
  expect(isGrownUp({ is_child: false, birth_day: '2008-11-20' }, on)).toBe(true);
  expect(isGrownUp({ is_child: false, birth_day: '2008-11-21' }, on)).toBe(false);
  expect(isGrownUp({ is_child: false, birth_day: null }, on)).toBe(true);
  expect(isGrownUp({ is_child: true, birth_day: '1990-01-01' }, on)).toBe(false);
  expect(isGrownUp({ is_child: false, birth_day: '2027-01-01' }, on), 'somebody who is expected').toBe(false);
});

it('the ring of a first year holds the number its age is said with', () => {
  const numberOn = (on: string) => firstYearNumber('2026-01-31', on);
  expect([numberOn('2026-01-30'), numberOn('2026-01-31'), numberOn('2026-02-13')]).toEqual([undefined, 0, 13]);
  expect([numberOn('2026-02-14'), numberOn('2026-05-14')]).toEqual([2, 14]);
  expect([numberOn('2026-07-31'), numberOn('2027-01-30')]).toEqual([6, 11]);
  expect(numberOn('2027-01-31')).toBeUndefined();
});
