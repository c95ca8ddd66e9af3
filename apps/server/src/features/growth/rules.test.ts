import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { agesOn, isMeasuringDay, mayKnowGrowth } from './rules.ts';

describe('who may know', () => {
  it('the guardians, and who grows', () => {
    expect(mayKnowGrowth({ role: 'owner', userId: 'a' }, { memberId: null })).toBe(true);
    expect(mayKnowGrowth({ role: 'guardian', userId: 'a' }, { memberId: 'b' })).toBe(true);
    expect(mayKnowGrowth({ role: 'relative', userId: 'a' }, { memberId: 'a' })).toBe(true);
    expect(mayKnowGrowth({ role: 'relative', userId: 'a' }, { memberId: 'b' })).toBe(false);
    expect(mayKnowGrowth({ role: 'relative', userId: 'a' }, { memberId: null })).toBe(false);
  });
});

describe('the day of a measurement', () => {
  const now = new Date('2026-11-21T11:00:00Z');
  it.each([
    ['2026-11-22', true],
    ['2026-11-23', false],
    ['2023-09-12', true],
    ['2023-09-11', false],
  ])('%s', (day, fits) => expect(isMeasuringDay(day, '2023-09-12', now)).toBe(fits));
  it('has a limit without a birthday too', () => {
    expect(isMeasuringDay('1869-12-31', null, now)).toBe(false);
    expect(isMeasuringDay('1890-01-01', null, now)).toBe(true);
  });
});

describe('ages', () => {
  it('are in days, corrected until the second birthday for who was born four weeks early or more', () => {
    expect(agesOn('2024-01-01', '2024-03-11', 10)).toEqual({ age: 70, corrected: 0 });
    expect(agesOn('2024-01-01', '2024-01-01', 10)).toEqual({ age: 0, corrected: -70 });
    expect(agesOn('2024-01-01', '2025-12-31', 10)).toEqual({ age: 730, corrected: 660 });
    expect(agesOn('2024-01-01', '2026-01-01', 10)).toEqual({ age: 731, corrected: null });
    expect(agesOn('2024-01-01', '2024-03-11', 3)).toEqual({ age: 70, corrected: null });
    expect(agesOn('2024-01-01', '2023-12-31', 10)).toEqual({ age: null, corrected: null });
    expect(agesOn(null, '2024-01-01', 10)).toEqual({ age: null, corrected: null });
    expect(agesOn('2024-02-29', '2026-02-27', 5).corrected).toBe(729 - 35);
    expect(agesOn('2024-02-29', '2026-02-28', 5).corrected).toBeNull();
  });

  it('are those of an independent calendar', () => {
    const day = fc
      .integer({ min: 0, max: 56_000 })
      .map((n) => Temporal.PlainDate.from('1880-01-01').add({ days: n }))
      .filter(({ year }) => year < 2030);
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 4, max: 18 }), (birth, later, early) => {
        const on = birth.add({ days: later });
        const corrects = Temporal.PlainDate.compare(on, birth.add({ months: 24 })) < 0;
        expect(agesOn(birth.toString(), on.toString(), early)).toEqual({ age: later, corrected: corrects ? later - 7 * early : null });
      }),
      { numRuns: 2_000 },
    );
  });
});
