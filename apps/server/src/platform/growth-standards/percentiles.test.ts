import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lmsAt } from './lms.ts';
import type { Measure, Sex } from './lms.ts';
import { curvesOf, percentileOf, percentileOfZ, valueAt, zOf } from './percentiles.ts';

// Values in the form the WHO prints them, but written down from memory or from the parameters themselves: they keep the arithmetic from moving
// and prove nothing about the tables. What does is in published.test.ts, with its documents. A month is 30.4375 days.
const printed: [Measure, Sex, months: number, values: number[]][] = [
  ['weight', 'male', 0, [2.1, 2.5, 2.9, 3.3, 3.9, 4.4, 5.0]],
  ['weight', 'male', 3, [4.4, 5.0, 5.7, 6.4, 7.2, 8.0, 9.0]],
  ['weight', 'male', 6, [5.7, 6.4, 7.1, 7.9, 8.8, 9.8, 10.9]],
  ['weight', 'male', 12, [6.9, 7.7, 8.6, 9.6, 10.8, 12.0, 13.3]],
  ['weight', 'male', 24, [8.6, 9.7, 10.8, 12.2, 13.6, 15.3, 17.1]],
  ['weight', 'male', 36, [10.0, 11.3, 12.7, 14.3, 16.2, 18.3, 20.7]],
  ['weight', 'male', 60, [12.4, 14.1, 16.0, 18.3, 21.0, 24.2, 27.9]],
  ['weight', 'female', 0, [2.0, 2.4, 2.8, 3.2, 3.7, 4.2, 4.8]],
  ['weight', 'female', 12, [6.3, 7.0, 7.9, 8.9, 10.1, 11.5, 13.1]],
  ['weight', 'female', 24, [8.1, 9.0, 10.2, 11.5, 13.0, 14.8, 17.0]],
  ['weight', 'female', 60, [12.1, 13.7, 15.8, 18.2, 21.2, 24.9, 29.5]],
  ['height', 'male', 0, [44.2, 46.1, 48.0, 49.9, 51.8, 53.7, 55.6]],
  ['height', 'male', 12, [68.6, 71.0, 73.4, 75.7, 78.1, 80.5, 82.9]],
  ['height', 'male', 60, [96.1, 100.7, 105.3, 110.0, 114.6, 119.2, 123.9]],
  ['height', 'female', 0, [43.6, 45.4, 47.3, 49.1, 51.0, 52.9, 54.7]],
  ['height', 'female', 12, [66.3, 68.9, 71.4, 74.0, 76.6, 79.2, 81.7]],
  ['height', 'female', 60, [95.2, 99.9, 104.7, 109.4, 114.2, 118.9, 123.7]],
  ['head', 'male', 0, [30.7, 31.9, 33.2, 34.5, 35.7, 37.0, 38.3]],
  ['head', 'female', 0, [30.3, 31.5, 32.7, 33.9, 35.1, 36.2, 37.4]],
];
const days = (months: number) => months * 30.4375;
const lms = (measure: Measure, sex: Sex, age: number) => lmsAt(measure, sex, age)!;

describe('values that must not move', () => {
  it.each(printed)('%s of a %s child of %i months', (measure, sex, months, values) => {
    const found = [-3, -2, -1, 0, 1, 2, 3].map((z) => valueAt(z, lms(measure, sex, days(months))));
    expect(found.map((value) => value.toFixed(1))).toEqual(values.map((value) => value.toFixed(1)));
  });

  it.each<[Measure, Sex, number, number[]]>([
    ['weight', 'male', 0, [2.5, 2.9, 3.3, 3.9, 4.3]],
    ['weight', 'male', 1, [3.4, 3.9, 4.5, 5.1, 5.7]],
    ['height', 'female', 0, [45.6, 47.2, 49.1, 51.1, 52.7]],
    ['height', 'male', 0, [46.3, 47.9, 49.9, 51.8, 53.4]],
  ])('the percentiles 3, 15, 50, 85, 97 of the %s of a %s child of %i months', (measure, sex, months, values) => {
    const at = lms(measure, sex, days(months));
    const found = [-1.880793608, -1.036433389, 0, 1.036433389, 1.880793608].map((z) => valueAt(z, at));
    expect(found.map((value) => value.toFixed(1))).toEqual(values.map((value) => value.toFixed(1)));
    expect(found.map((value) => percentileOf(measure, sex, days(months), value))).toEqual([3, 15, 50, 85, 97]);
  });

  // Medians of the reference 2007 at whole years.
  it.each<[Measure, Sex, number, number]>([
    ['height', 'male', 120, 137.8],
    ['height', 'female', 120, 138.6],
    ['height', 'male', 228, 176.5],
    ['height', 'female', 228, 163.2],
    ['weight', 'male', 120, 31.2],
    ['weight', 'female', 120, 31.9],
  ])('the median %s of a %s child of %i months is %d', (measure, sex, months, median) => {
    expect(lms(measure, sex, Math.floor(months * 30.4375)).m.toFixed(1)).toBe(median.toFixed(1));
    expect(percentileOf(measure, sex, Math.floor(days(months)), median)).toSatisfy((found: number) => Math.abs(found - 50) < 0.7);
  });

  it('gives the shares of the normal distribution', () => {
    const known: [z: number, percentile: number][] = [
      [-4, 0],
      [-3, 0.1],
      [-2, 2.3],
      [-1.645, 5],
      [-1, 15.9],
      [0, 50],
      [0.5, 69.1],
      [1, 84.1],
      [1.28155, 90],
      [2, 97.7],
      [3, 99.9],
      [5, 100],
    ];
    for (const [z, percentile] of known) expect([z, percentileOfZ(z)]).toEqual([z, percentile]);
  });

  it('goes on beyond three deviations in the steps the WHO has restricted weight to', () => {
    const at = lms('weight', 'male', 365);
    const [second, third] = [valueAt(2, at), valueAt(3, at)];
    expect(zOf(third + (third - second), at)).toBeCloseTo(4, 10);
    expect(zOf(third + 2 * (third - second), at)).toBeCloseTo(5, 10);
    const [below, lowest] = [valueAt(-2, at), valueAt(-3, at)];
    expect(zOf(lowest - (below - lowest), at)).toBeCloseTo(-4, 10);
    // Unrestricted it would be less: the skew draws it in.
    expect(((third + 2 * (third - second)) / at.m) ** at.l).not.toBeCloseTo(1 + at.l * at.s * 5, 3);
  });
});

describe('where the tables end', () => {
  it.each<[Measure, last: number]>([
    ['head', 1_827],
    ['weight', 3_653],
    ['height', 6_940],
  ])('%s has nothing after day %i, nor before birth', (measure, last) => {
    expect(lmsAt(measure, 'female', last)).not.toBeNull();
    expect(lmsAt(measure, 'female', last + 1)).toBeNull();
    expect(lmsAt(measure, 'male', -1)).toBeNull();
    expect(percentileOf(measure, 'male', last + 1, 50)).toBeNull();
  });

  it('there is no step from the table of days to the table of months', () => {
    for (const sex of ['female', 'male'] as const)
      for (const measure of ['height', 'weight'] as const) {
        const [before, after] = [lms(measure, sex, 1_826), lms(measure, sex, 1_827)];
        expect(Math.abs(before.m - after.m) / before.m).toBeLessThan(0.01);
      }
  });
});

describe('lying and standing', () => {
  it('a height taken the other way is moved by 0.7 cm', () => {
    expect(percentileOf('height', 'female', 400, 75)).toBe(percentileOf('height', 'female', 400, 75, true));
    expect(percentileOf('height', 'female', 400, 75, false)).toBe(percentileOf('height', 'female', 400, 75.7));
    expect(percentileOf('height', 'female', 800, 85)).toBe(percentileOf('height', 'female', 800, 85, false));
    expect(percentileOf('height', 'female', 800, 85.7, true)).toBe(percentileOf('height', 'female', 800, 85));
    expect(percentileOf('weight', 'female', 800, 12, true)).toBe(percentileOf('weight', 'female', 800, 12));
  });
});

const measure = fc.constantFrom<Measure>('height', 'weight', 'head');
const sex = fc.constantFrom<Sex>('female', 'male');
const age = fc.integer({ min: 0, max: 1_827 });

describe('always', () => {
  it('lies within 0 and 100 and grows with the value', () => {
    fc.assert(
      fc.property(
        measure,
        sex,
        age,
        fc.double({ min: 0.2, max: 275, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (m, s, d, v, more) => {
          const [low, high] = [percentileOf(m, s, d, v)!, percentileOf(m, s, d, v + more)!];
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(100);
          expect(high).toBeGreaterThanOrEqual(low);
          expect(low * 10).toBeCloseTo(Math.round(low * 10), 9);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('finds a value again by its deviation', () => {
    fc.assert(
      fc.property(measure, sex, age, fc.double({ min: -5, max: 5, noNaN: true }), (m, s, d, z) => {
        const at = lms(m, s, d);
        expect(zOf(valueAt(z, at), at)).toBeCloseTo(z, 6);
      }),
      { numRuns: 1_000 },
    );
  });

  it('lies between the months on both sides where the tables are by month', () => {
    fc.assert(
      fc.property(fc.constantFrom<Measure>('height', 'weight'), sex, fc.integer({ min: 1_857, max: 3_650 }), (m, s, d) => {
        const month = Math.floor(d / 30.4375);
        const [before, at, after] = [month * 30.4375, d, (month + 1) * 30.4375].map((one) => lms(m, s, one).m);
        expect(at).toBeGreaterThanOrEqual(Math.min(before!, after!));
        expect(at).toBeLessThanOrEqual(Math.max(before!, after!));
      }),
    );
  });

  it('the curves never cross', () => {
    for (const one of ['height', 'weight', 'head'] as const)
      for (const point of curvesOf(one, 'female', 6_900, 300)) {
        expect(point.p3 < point.p15 && point.p15 < point.p50 && point.p50 < point.p85 && point.p85 < point.p97).toBe(true);
      }
  });
});
