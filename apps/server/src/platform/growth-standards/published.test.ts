import { describe, expect, it } from 'vitest';
import { lmsAt } from './lms.ts';
import type { Measure, Sex } from './lms.ts';
import { percentileOf, percentileOfZ, valueAt, zOf } from './percentiles.ts';

// Figures that others have computed and published, none of them by this code: each block names its document and table. The files stand in
// public repositories: github.com/ewheeler/pygrowup (the WHO's tables and survey as they were on who.int) and
// github.com/WorldHealthOrganization/anthro and /anthroplus (the WHO's own tests). Only the figures are taken.

const at = (measure: Measure, sex: Sex, days: number) => lmsAt(measure, sex, days)!;
const monthsToDays = (months: number) => months * 30.4375;

// WHO igrowup, example survey with the z-scores of the WHO's macro (survey_z_rc.csv: _agedays, WEIGHT, HEIGHT, measure, _ZWEI, _ZLEN).
// `how` is l for lying and h for standing, so row 7, 46, 57, 67, 73, 75 and 76 lie though they are older than two years, and 109 stands before it.
const survey: [
  row: number,
  sex: Sex,
  days: number,
  kg: number,
  cm: number | null,
  how: 'l' | 'h',
  zWeight: number,
  zHeight: number | null,
][] = [
  [1, 'female', 683, 10.4, 84.8, 'l', -0.57, -0.07],
  [3, 'female', 234, 7.2, 67, 'l', -0.72, -0.55],
  [6, 'male', 1737, 21.8, 110.2, 'h', 1.48, 0.41],
  [7, 'male', 868, 12.9, 85.9, 'l', -0.08, -1.69],
  [8, 'female', 496, 8.6, 75.1, 'l', -1.14, -1.36],
  [10, 'male', 566, 8.8, 75.9, 'l', -2.05, -2.54],
  [11, 'male', 659, 14.4, 92.3, 'l', 1.85, 2.25],
  [12, 'female', 96, 6.5, 59.3, 'l', 0.71, -0.42],
  [13, 'male', 294, 10.2, 70.3, 'l', 1.08, -1.12],
  [18, 'female', 135, 6.2, 58.8, 'l', -0.56, -1.91],
  [25, 'male', 1805, 20.1, 107.1, 'l', 0.72, -0.69],
  [29, 'male', 1720, 23.2, 117.6, 'h', 1.97, 2.12],
  [30, 'female', 786, 15.5, 91.1, 'h', 2.07, 1.15],
  [36, 'female', 1057, 18.3, 99, 'h', 2.2, 1.29],
  [40, 'male', 143, 7.7, 63.5, 'l', 0.4, -0.87],
  [46, 'female', 1302, 14.4, 99.5, 'l', -0.36, -0.18],
  [48, 'male', 1067, 17, 93, 'h', 1.49, -0.67],
  [51, 'male', 748, 12.5, null, 'h', 0.16, null],
  [53, 'female', 1304, 11.1, 90.4, 'h', -2.42, -2.24],
  [54, 'female', 0, 4.2, 51.9, 'l', 1.94, 1.48],
  [56, 'female', 30, 4.3, 55.3, 'l', 0.22, 0.85],
  [57, 'male', 903, 15.2, 92.6, 'l', 1.17, 0.06],
  [60, 'male', 269, 6.3, 64.8, 'l', -3.08, -3.11],
  [64, 'male', 347, 10.5, 79.5, 'l', 0.91, 1.9],
  [67, 'female', 792, 10, 83.2, 'l', -1.43, -1.49],
  [73, 'female', 1716, 27.5, 110.4, 'l', 2.85, 0.48],
  [75, 'male', 1436, 15.2, 100.5, 'l', -0.51, -0.74],
  [76, 'female', 1589, 16.9, 102.7, 'l', 0.03, -0.71],
  [86, 'male', 64, 4.1, 56, 'l', -2.54, -1.38],
  [91, 'female', 48, 4, 52.1, 'l', -1.31, -1.81],
  [104, 'male', 38, 5.8, 60.5, 'l', 1.51, 2.43],
  [109, 'female', 719, 15.1, 97.8, 'h', 2.18, 3.87],
];

describe('the survey the WHO gives along with its macros', () => {
  it.each(survey)('row %i: a %s child of %i days', (_, sex, days, kg, cm, how, zWeight, zHeight) => {
    expect(zOf(kg, at('weight', sex, days)).toFixed(2)).toBe(zWeight.toFixed(2));
    expect(Math.abs(percentileOf('weight', sex, days, kg)! - percentileOfZ(zWeight))).toBeLessThan(0.31);
    if (cm === null || zHeight === null) return;
    // What lying and standing come to is in the percentile alone: 0.01 of a deviation is at most 0.4 of a percentile, half of it by rounding.
    expect(Math.abs(percentileOf('height', sex, days, cm, how === 'l')! - percentileOfZ(zHeight))).toBeLessThan(0.31);
  });
});

describe('what the WHO’s own tests expect of its R packages', () => {
  // anthro, tests/testthat/test-zscores.R and test-zscore-weight-for-age.R.
  it('lying after two years, standing before, 24 months, and far below the curves', () => {
    expect(zOf(72.86 - 0.7, at('height', 'male', 987))).toBeCloseTo(-6.09, 2);
    expect(percentileOf('height', 'male', 987, 72.86, true)).toBe(0);
    expect(Math.abs(zOf(60.7, at('height', 'male', Math.round(monthsToDays(9)))) - -5.02)).toBeLessThan(0.05);
    expect(zOf(77.5, at('height', 'female', Math.round(monthsToDays(24))))).toBeCloseTo(-2.55, 2);
    expect(zOf(17, at('weight', 'female', 1522))).toBeCloseTo(0.24, 2);
  });

  // anthroplus, tests/testthat/test-zscores.R ('computes correct value for age ~ 60 months and precision of 3dp').
  it('just after five years', () => {
    for (const [months, cm, kg, height, weight] of [[60.911701, 113.6, 20.5, 0.848, 0.795] as const]) {
      expect(Math.abs(zOf(cm, at('height', 'female', monthsToDays(months))) - height)).toBeLessThan(0.0006);
      expect(Math.abs(zOf(kg, at('weight', 'female', monthsToDays(months))) - weight)).toBeLessThan(0.0006);
    }
  });
});

// Tables of the WHO by completed month, -3 to 3 deviations, one decimal. 2006: tab_hcfa_girls_z_0_5, tab_hcfa_boys_z_0_5 (head circumference),
// wfa_boys_0_5_zscores (weight), lhfa_girls_0_2_zscores (length), lhfa_boys_2_5_zscores (height).
const tables: [table: string, Measure, Sex, months: number, values: number[]][] = [
  ['hcfa girls', 'head', 'female', 0, [30.3, 31.5, 32.7, 33.9, 35.1, 36.2, 37.4]],
  ['hcfa girls', 'head', 'female', 6, [38.3, 39.6, 40.9, 42.2, 43.5, 44.8, 46.1]],
  ['hcfa girls', 'head', 'female', 24, [43.0, 44.4, 45.8, 47.2, 48.6, 50.0, 51.4]],
  ['hcfa girls', 'head', 'female', 60, [45.7, 47.1, 48.5, 49.9, 51.3, 52.8, 54.2]],
  ['hcfa boys', 'head', 'male', 1, [33.8, 34.9, 36.1, 37.3, 38.4, 39.6, 40.8]],
  ['hcfa boys', 'head', 'male', 12, [42.2, 43.5, 44.8, 46.1, 47.4, 48.6, 49.9]],
  ['hcfa boys', 'head', 'male', 36, [45.2, 46.6, 48.0, 49.5, 50.9, 52.3, 53.7]],
  ['hcfa boys', 'head', 'male', 60, [46.3, 47.7, 49.2, 50.7, 52.2, 53.7, 55.2]],
  ['wfa boys', 'weight', 'male', 0, [2.1, 2.5, 2.9, 3.3, 3.9, 4.4, 5.0]],
  ['wfa boys', 'weight', 'male', 9, [6.4, 7.1, 8.0, 8.9, 9.9, 11.0, 12.3]],
  ['wfa boys', 'weight', 'male', 31, [9.5, 10.7, 12.0, 13.5, 15.2, 17.1, 19.3]],
  ['wfa boys', 'weight', 'male', 59, [12.3, 14.0, 15.9, 18.2, 20.8, 23.9, 27.6]],
  ['lhfa girls', 'height', 'female', 3, [53.5, 55.6, 57.7, 59.8, 61.9, 64.0, 66.1]],
  ['lhfa girls', 'height', 'female', 18, [72.0, 74.9, 77.8, 80.7, 83.6, 86.5, 89.4]],
  ['lhfa girls', 'height', 'female', 23, [76.0, 79.2, 82.3, 85.5, 88.7, 91.9, 95.0]],
  ['lhfa boys, standing', 'height', 'male', 24, [78.0, 81.0, 84.1, 87.1, 90.2, 93.2, 96.3]],
  ['lhfa boys, standing', 'height', 'male', 42, [88.0, 91.9, 95.9, 99.9, 103.8, 107.8, 111.7]],
  ['lhfa boys, standing', 'height', 'male', 59, [95.6, 100.2, 104.8, 109.4, 114.0, 118.6, 123.2]],
];

it.each(tables)('the table %s: %s of a %s child of %i months', (_, measure, sex, months, values) => {
  // A month begins within a day; at 24 of them the table of standing children begins with the next whole one.
  const days = months === 24 ? 731 : monthsToDays(months);
  const found = [-3, -2, -1, 0, 1, 2, 3].map((z) => valueAt(z, at(measure, sex, days)));
  expect(found.map((value) => value.toFixed(1))).toEqual(values.map((value) => value.toFixed(1)));
});

// Reference 2007, three decimals. hfa_girls_z_WHO2007_exp and hfa_boys_z_WHO2007_exp (height) begin at -5 deviations, wfa_girls_z_WHO2007_exp
// (weight) at -4; all end at 4. Beyond three, those of weight are the restricted ones.
const reference: [Measure, Sex, months: number, from: -5 | -4, values: number[]][] = [
  ['height', 'female', 61, -5, [85.736, 90.509, 95.282, 100.055, 104.828, 109.602, 114.375, 119.148, 123.921, 128.694]],
  ['height', 'female', 132, -5, [111.761, 118.407, 125.053, 131.7, 138.346, 144.993, 151.639, 158.286, 164.932, 171.579]],
  ['height', 'female', 180, -5, [127.274, 134.153, 141.032, 147.911, 154.79, 161.669, 168.548, 175.427, 182.306, 189.185]],
  ['height', 'male', 84, -5, [95.305, 100.591, 105.877, 111.162, 116.448, 121.734, 127.019, 132.305, 137.591, 142.877]],
  ['height', 'male', 168, -5, [124.72, 132.412, 140.104, 147.797, 155.489, 163.182, 170.874, 178.566, 186.259, 193.951]],
  ['height', 'male', 206, -5, [137.308, 144.925, 152.543, 160.16, 167.778, 175.395, 183.013, 190.63, 198.247, 205.865]],
  ['weight', 'female', 61, -4, [10.742, 12.352, 13.961, 15.899, 18.258, 21.169, 24.817, 29.468, 34.118]],
  ['weight', 'female', 90, -4, [13.327, 15.483, 17.639, 20.299, 23.637, 27.908, 33.507, 41.058, 48.61]],
  ['weight', 'female', 120, -4, [17.298, 20.286, 23.274, 27.031, 31.858, 38.223, 46.89, 59.177, 71.465]],
];

it.each(reference)(
  'the reference 2007: %s of a %s child of %i months, to beyond three deviations',
  (measure, sex, months, from, values) => {
    const parameters = at(measure, sex, monthsToDays(months));
    values.forEach((value, place) => {
      // The tables' last decimal is of the unrounded value: half of it, and what rounding the parameters loses.
      expect(Math.abs(valueAt(from + place, parameters) - value)).toBeLessThan(0.0011);
      expect(zOf(value, parameters)).toBeCloseTo(from + place, 2);
      expect(Math.abs(percentileOf(measure, sex, monthsToDays(months), value)! - percentileOfZ(from + place))).toBeLessThan(0.11);
    });
  },
);
