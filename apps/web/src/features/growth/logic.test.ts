import type { Growth, GrowthEntry } from '@heartwood/contract/growth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf, problemsOf } from './components/problems.ts';
import { boundsOf, chartOf, corrected, inField, inWords, latestOf, percentileIn, typed, unitOf } from './logic.ts';
import {
  ageInside,
  ageMark,
  amongHundred,
  chartLine,
  comparison,
  countingLine,
  entryAge,
  percentileLine,
  whenHint,
  whoSees,
} from './components/sentences.ts';

const entry = (given: Partial<GrowthEntry>): GrowthEntry => ({
  id: 'a',
  person: 'p',
  measured_on: '2025-01-01',
  height_cm: null,
  weight_kg: null,
  head_cm: null,
  lying: null,
  age_days: 100,
  corrected_days: null,
  percentiles: { height: null, weight: null, head: null },
  uncorrected: null,
  ...given,
});

describe('a measurement that is corrected', () => {
  it('stands in its field as it was measured, and what nobody touches stays exactly that', () => {
    expect([inField(97.95, 'height', 'metric'), inField(3.455, 'weight', 'metric'), inField(null, 'head', 'metric')]).toEqual([
      '97.95',
      '3.455',
      '',
    ]);
    expect(inField(97.9, 'height', 'imperial')).toBe('38.54');
    fc.assert(
      fc.property(fc.integer({ min: 2_000, max: 27_500 }), fc.constantFrom('metric' as const, 'imperial' as const), (value, units) => {
        expect(corrected(inField(value / 100, 'height', units), value / 100, 'height', units)).toBe(value / 100);
      }),
    );
    expect(corrected('38,6', 97.9, 'height', 'imperial')).toBe(98.04);
    expect(corrected(' ', 97.9, 'height', 'metric')).toBeNull();
    expect(corrected('x', null, 'height', 'metric')).toBeUndefined();
  });
});

describe('units', () => {
  it.each([
    ['97,9', 'height', 'metric', 97.9],
    [' 97.9 ', 'height', 'metric', 97.9],
    ['٩٧٫٩', 'height', 'metric', 97.9],
    ['38.5', 'height', 'imperial', 97.79],
    ['10', 'weight', 'imperial', 4.536],
    ['', 'weight', 'metric', null],
    ['tall', 'height', 'metric', undefined],
    ['1.2.3', 'height', 'metric', undefined],
    ['-4', 'height', 'metric', undefined],
    ['1e3', 'height', 'metric', undefined],
  ] as const)('what is typed as %j for the %s, %s, is %s', (text, measure, units, value) => {
    expect(typed(text, measure, units)).toBe(value);
  });

  it('shows one decimal, and two of a newborn’s weight', () => {
    expect(inWords(97.9, 'height', 'metric')).toBe('97.9 cm');
    expect(inWords(97.9, 'height', 'imperial')).toBe('38.5 in');
    expect(inWords(3.55, 'weight', 'metric')).toBe('3.55 kg');
    expect(inWords(14.8, 'weight', 'metric')).toBe('14.8 kg');
    expect(inWords(14.8, 'weight', 'imperial')).toBe('32.6 lb');
    expect(inWords(649.9, 'weight', 'imperial'), 'as it is typed').toBe('1432.8 lb');
    expect([unitOf('head', 'metric'), unitOf('head', 'imperial'), unitOf('weight', 'imperial')]).toEqual(['cm', 'in', 'lb']);
  });

  it('what is shown is read again as nearly the same', () => {
    fc.assert(
      fc.property(fc.double({ min: 20, max: 275, noNaN: true }), fc.constantFrom('metric', 'imperial'), (value, units) => {
        const again = typed(inWords(value, 'height', units).split(' ')[0]!, 'height', units);
        expect(Math.abs(again! - value)).toBeLessThan(0.14);
      }),
    );
  });
});

describe('what is wrong with a form', () => {
  const values = { measured_on: '2026-01-01', height_cm: '', weight_kg: '', head_cm: '' };
  const days = { birth: '2023-09-12', on: '2026-11-21' };
  it.each([
    [{ height_cm: '97.9' }, undefined],
    [{}, { height_cm: ['One of height, weight and head is needed.'] }],
    [{ head_cm: '45', measured_on: '2023-01-01' }, { measured_on: ['Choose a day between the birth and today.'] }],
    [{ head_cm: '45', measured_on: '2027-01-01' }, { measured_on: ['Choose a day between the birth and today.'] }],
  ])('%j', (given, errors) => expect(problemsOf({ ...values, ...given }, days)).toEqual(errors));
  it('is a number that cannot be, or none', () => {
    expect(['', '97.9', '900', 'much'].map((text) => problemOf(text, 'height', 'metric'))).toEqual([
      undefined,
      undefined,
      'Height must be between 20 and 275 cm',
      'Height must be a number',
    ]);
  });
  it('is said in the units it was typed in', () => {
    expect(boundsOf('height', 'imperial')).toEqual({ min: 7.9, max: 108.2 });
    expect(problemOf('900', 'height', 'imperial')).toBe('Height must be between 7.9 and 108.2 in');
  });
});

describe('a chart', () => {
  const curve = [0, 50, 100, 150].map((days) => ({ days, p3: 45 + days, p15: 47 + days, p50: 50 + days, p85: 52 + days, p97: 55 + days }));
  const growth: Growth = {
    born_early_weeks: 8,
    curves: { height: curve, weight: [], head: [] },
    entries: [
      entry({ id: 'b', age_days: 120, corrected_days: 64, height_cm: 160 }),
      entry({ id: 'a', age_days: 20, corrected_days: -36, height_cm: 60 }),
    ],
  };

  it('has the curves at every measurement, in proportion between their points', () => {
    const chart = chartOf(growth, 'height', 'birth', 'metric')!;
    expect(chart.points.map(({ days }) => days)).toEqual([0, 20, 50, 100, 120, 150]);
    expect(chart.points[1]).toMatchObject({ value: 60, p50: 70, outer: [65, 75], inner: [67, 72], latest: false });
    expect(chart.points[4]).toMatchObject({ value: 160, latest: true });
    expect(chart.valueTicks.every((tick) => tick >= chart.values[0] && tick <= chart.values[1])).toBe(true);
    expect(chart.end?.p50).toBe(200);
  });

  it('counts from the due date where that is asked for: who came early begins before it', () => {
    const chart = chartOf(growth, 'height', 'corrected', 'metric')!;
    expect(chart.days[0]).toBe(-36);
    expect(chart.points[0]).toMatchObject({ days: -36, value: 60 });
    expect(chart.points[0]?.p50).toBeUndefined();
  });

  it('is drawn without curves, and not at all without anything', () => {
    expect(chartOf({ ...growth, curves: null }, 'height', 'birth', 'metric')?.points).toHaveLength(2);
    expect(chartOf({ ...growth, curves: null }, 'head', 'birth', 'metric')).toBeUndefined();
    expect(
      chartOf({ ...growth, curves: null, entries: [entry({ height_cm: 50, age_days: null })] }, 'height', 'birth', 'metric'),
    ).toBeUndefined();
  });

  it('is in the units that are shown', () => {
    expect(chartOf(growth, 'height', 'birth', 'imperial')?.points.at(-1)?.p50).toBeCloseTo(200 / 2.54, 6);
  });

  it('knows the latest of a measure, and its percentile by either age', () => {
    expect(latestOf(growth.entries, 'height')?.id).toBe('b');
    expect(latestOf(growth.entries, 'head')).toBeUndefined();
    const both = entry({ percentiles: { height: 50, weight: null, head: null }, uncorrected: { height: 12, weight: null, head: null } });
    expect([percentileIn(both, 'height', 'corrected'), percentileIn(both, 'height', 'birth')]).toEqual([50, 12]);
    expect(percentileIn(entry({ percentiles: { height: 50, weight: null, head: null } }), 'height', 'birth')).toBe(50);
  });
});

describe('words', () => {
  it('say a percentile as a grandmother would', () => {
    expect(amongHundred(65, 'height', 'female')).toBe('Of 100 girls her age, about 35 are taller.');
    expect(amongHundred(40.2, 'weight', 'male')).toBe('Of 100 boys his age, about 60 are heavier.');
    expect(amongHundred(99.2, 'head', 'male')).toBe('Of 100 boys his age, about one has a larger head.');
    expect(amongHundred(99.9, 'height', 'female')).toBe('Of 100 girls her age, hardly one is taller.');
    expect(amongHundred(0.2, 'height', 'female')).toBe('Of 100 girls her age, nearly all are taller.');
    expect([0.4, 1, 2.6, 50, 62.7, 99, 99.4].map(percentileLine)).toEqual([
      'below the 1st percentile',
      '1st percentile',
      '3rd percentile',
      '50th percentile',
      '63rd percentile',
      '99th percentile',
      'above the 99th percentile',
    ]);
  });

  it('say the age and the day', () => {
    expect(entryAge('2023-09-12', '2023-09-12')).toBe('Birth');
    expect(entryAge('2023-09-12', '2026-11-20')).toBe('3 years, 2 months and 1 week');
    expect(entryAge(null, '2026-11-20')).toBe('20 November 2026');
    expect(whenHint('2026-11-20', '2023-09-12', '2026-11-20')).toBe('Today, at 3 years, 2 months and 1 week');
    expect(whenHint('2024-09-12', '2023-09-12', '2026-11-20')).toBe('At 1 year');
    expect(whenHint('', '2023-09-12', '2026-11-20')).toBe('');
    expect([ageMark(0, 900), ageMark(365, 900), ageMark(61, 200), ageMark(731, 900)]).toEqual(['birth', '1 y', '2 m', '2 y']);
  });

  it('compare with the last time', () => {
    const before = { value: 96.7, day: '2026-09-12' };
    const on = '2026-11-20';
    expect(comparison(97.9, before, 'height', 'metric', on)).toBe('97.9 cm is 1.2 cm more than in September.');
    expect(comparison(96.7, before, 'height', 'metric', on)).toBe('As much as in September.');
    expect(comparison(95.7, before, 'height', 'metric', on)).toBe('95.7 cm is 1.0 cm less than in September.');
    expect(comparison(96.7, before, 'height', 'metric', '2027-02-01')).toBe('As much as in September 2026.');
    expect(comparison(undefined, before, 'height', 'metric', on)).toBe('');
    expect(comparison(97.9, undefined, 'height', 'metric', on)).toBe('');
  });

  it('say who sees it, what is drawn and which age counts', () => {
    expect(whoSees(['Sam'], 'female')).toBe('Only you and Sam see these. Curves compare, they don’t judge; her doctor knows more.');
    expect(whoSees([], null)).toBe('Only you see these. Curves compare, they don’t judge; their doctor knows more.');
    expect(
      chartLine(
        'Emma',
        'height',
        [
          ['birth', '50.0 cm'],
          ['3 years', '97.9 cm'],
        ],
        true,
      ),
    ).toBe('Emma’s height from 50.0 cm at birth to 97.9 cm at 3 years, beside the WHO’s curves');
    expect(countingLine(8, 'corrected', { corrected: '4 months', birth: '6 months' })).toBe(
      'Born 8 weeks early. The curves count from the due date: 4 months, not 6 months.',
    );
  });
});

it('says an age within a sentence without making its names small', () => {
  expect(ageInside('2026-11-20', '2026-11-20')).toBe('birth');
  expect(ageInside(null, '2026-11-20')).toBe(entryAge(null, '2026-11-20'));
  expect(ageInside(null, '2026-11-20')).toContain('November');
});
