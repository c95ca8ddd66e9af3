import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { ageOn, exactAge } from '#features/people/logic.ts';
import { today } from '#platform/today.ts';
import { besides, daysAround, monthsOn, tabOf } from './logic.ts';
import { monthsInWords } from './components/ages.ts';

const child = (heartwood_id: string, birth_day: string | null) => ({ heartwood_id, birth_day });

describe('the tab of an address', () => {
  it('is one that is shown', () => {
    expect(tabOf('growth', ['timeline', 'growth'])).toBe('growth');
    expect(tabOf('growth', ['timeline'])).toBe('timeline');
    expect(tabOf('nonsense', ['timeline', 'growth'])).toBe('timeline');
    expect(tabOf(undefined, ['timeline', 'growth'])).toBe('timeline');
  });
});

describe('side by side', () => {
  const on = '2026-11-21';
  it('stand those who are born, the nearest in age first', () => {
    const emma = child('emma', '2023-09-12');
    const all = [emma, child('leo', '2010-12-15'), child('jonas', '2026-08-01'), child('unborn', '2026-11-22'), child('nobody', null)];
    expect(besides(emma, all, on).map((one) => one.heartwood_id)).toEqual(['jonas', 'leo']);
  });

  it('also two of one name, and nobody beside themself', () => {
    const [one, two] = [child('emma-1', '2020-02-29'), child('emma-2', '2020-02-29')];
    expect(besides(one, [one, two], on)).toEqual([two]);
  });

  it('looks at the days around an age, never before the birth', () => {
    expect(daysAround('2023-09-12', 0)).toEqual({ from: '2023-09-12', to: '2023-10-11' });
    expect(daysAround('2023-09-12', 12)).toEqual({ from: '2024-08-12', to: '2024-11-11' });
    expect(daysAround('2024-02-29', 12)).toEqual({ from: '2025-01-29', to: '2025-04-28' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 240 }), (n, months) => {
        const birth = Temporal.PlainDate.from('1890-01-01').add({ days: n });
        const { from, to } = daysAround(birth.toString(), months);
        const then = birth.add({ months }).toString();
        expect(from >= birth.toString() && from <= then && then <= to).toBe(true);
      }),
    );
  });

  it('has words for ages and counts', () => {
    expect([0, 1, 3, 5, 6, 8, 12, 27, 36].map(monthsInWords)).toEqual([
      'newborn',
      '4 weeks',
      '13 weeks',
      '21 weeks',
      '6 months',
      '8 months',
      '1 year',
      '2 years and 3 months',
      '3 years',
    ]);
  });
});

// Against an independent calendar: days and months as Temporal counts them, whose shorter months end on their last day like ours.
describe('an age', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((n) => Temporal.PlainDate.from('1880-01-01').add({ days: n }));

  it('is that of the calendar, from the birth in 1880 to a birth in 2044', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 45_000 }), (birth, later) => {
        const on = birth.add({ days: later });
        const age = ageOn(birth.toString(), on.toString());
        if (later < 0) {
          expect(age).toBeUndefined();
          return;
        }
        let months = birth.until(on, { largestUnit: 'months' }).months;
        // A month is over on the last day of one that is too short for its day: 29 February is 28 February in common years.
        while (Temporal.PlainDate.compare(birth.add({ months: months + 1 }), on) <= 0) months += 1;
        const start = birth.add({ months });
        expect(age).toEqual({
          years: Math.floor(months / 12),
          months: months % 12,
          days: start.until(on, { largestUnit: 'days' }).days,
          allDays: later,
        });
        expect(monthsOn({ birth_day: birth.toString() }, on.toString())).toBe(months);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['2020-02-29', '2021-02-28', '1 year'],
    ['2020-02-29', '2021-02-27', '11 months and 4 weeks'],
    ['2020-02-29', '2024-02-28', '3 years, 11 months and 4 weeks'],
    ['2020-02-29', '2024-02-29', '4 years'],
    ['1890-05-04', '2026-11-21', '136 years'],
    ['2026-11-21', '2026-11-21', '0 days'],
    ['2026-11-22', '2026-11-21', undefined],
    ['2026-11-08', '2026-11-21', '13 days'],
    ['2026-11-07', '2026-11-21', '2 weeks'],
    ['2026-05-22', '2026-11-21', '26 weeks'],
    ['2026-05-21', '2026-11-21', '6 months'],
  ])('born on %s, on %s, is %s', (birth, on, words) => expect(exactAge(birth, on)).toBe(words));

  it('turns at midnight where the reader is, whatever the zone', () => {
    const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
        const here = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate();
        expect(today(moment)).toBe(here.toString());
        expect(ageOn(here.toString(), today(moment))?.allDays).toBe(0);
        expect(ageOn(here.add({ days: 1 }).toString(), today(moment))).toBeUndefined();
      }),
    );
  });
});
