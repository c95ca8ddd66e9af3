import { errorFunction } from 'simple-statistics';
import { lmsAt, standsFrom } from './lms.ts';
import type { Lms, Measure, Sex } from './lms.ts';

// [Note: How a percentile comes about]
// The LMS method (Cole and Green 1992) as the WHO applies it (WHO Child Growth Standards: methods and development, 2006, chapter 7.1;
// Computation of centiles and z-scores for height-for-age, weight-for-age and BMI-for-age, 2007): z = ((value / M)^L - 1) / (L S).
// Weight is skewed: beyond 3 standard deviations z is extrapolated linearly, with the distance between 2 and 3 standard deviations as unit.
// Height and head have L = 1, so that the extrapolation changes nothing.

/** The value at a number of standard deviations by the LMS formula, without the extrapolation. */
const plainValue = (z: number, { l, m, s }: Lms): number => (l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l));

/** The value at which the extrapolation begins on one side, and its unit. */
function edge(lms: Lms, side: 1 | -1): { third: number; step: number } {
  const third = plainValue(3 * side, lms);
  return { third, step: side * (third - plainValue(2 * side, lms)) };
}

/** The z-score of a value: standard deviations above the median. */
export function zOf(value: number, lms: Lms): number {
  const { l, m, s } = lms;
  const z = l === 0 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s);
  if (Math.abs(z) <= 3) return z;
  const side = z > 0 ? 1 : -1;
  const { third, step } = edge(lms, side);
  return side * 3 + (value - third) / step;
}

/** The value of a z-score: the inverse of {@link zOf}. */
export function valueAt(z: number, lms: Lms): number {
  if (Math.abs(z) <= 3) return plainValue(z, lms);
  const side = z > 0 ? 1 : -1;
  const { third, step } = edge(lms, side);
  return third + (z - side * 3) * step;
}

/** The percentile of a z-score, 0 to 100 with one decimal. */
export const percentileOfZ = (z: number): number => Math.round(500 * (1 + errorFunction(z / Math.SQRT2))) / 10;

/** The WHO's difference between length and height, in cm: added to a standing height for the table of lengths, subtracted the other way. */
const lyingIsLonger = 0.7;

/**
 * The percentile of a measurement.
 * @param value cm, or kg for a weight
 * @param days the age
 * @param lying whether a height was measured lying down; by default lying before 2 years and standing from then on
 * @returns 0 to 100 with one decimal; null outside the tables
 */
export function percentileOf(measure: Measure, sex: Sex, days: number, value: number, lying?: boolean | null): number | null {
  const lms = lmsAt(measure, sex, days);
  if (!lms) return null;
  const usual = days < standsFrom;
  const moved =
    measure !== 'height' || lying === undefined || lying === null || lying === usual ? 0 : usual ? lyingIsLonger : -lyingIsLonger;
  return percentileOfZ(zOf(value + moved, lms));
}

/** The z-scores of the percentiles that are drawn as curves. */
const drawn = { p3: -1.880793608, p15: -1.036433389, p50: 0, p85: 1.036433389, p97: 1.880793608 } as const;

/** The values of the curves at one age, in cm, or kg for weight. */
type CurvePoint = { days: number } & Record<keyof typeof drawn, number>;

/** The curves of a measure from birth to an age, or to the end of the tables, at about `points` ages that are at least a week apart. */
export function curvesOf(measure: Measure, sex: Sex | 'both', to: number, points = 80): CurvePoint[] {
  if (sex === 'both') return aroundBoth(curvesOf(measure, 'female', to, points), curvesOf(measure, 'male', to, points));
  const step = Math.max(7, Math.ceil(to / points));
  const ages = [...Array.from({ length: Math.floor(to / step) + 1 }, (_, n) => n * step), ...(to % step ? [to] : [])];
  return ages.flatMap((days) => {
    const lms = lmsAt(measure, sex, days);
    if (!lms) return [];
    const values = Object.entries(drawn).map(([name, z]) => [name, Math.round(valueAt(z, lms) * 100) / 100]);
    return [{ days, ...Object.fromEntries(values) } as CurvePoint];
  });
}

/** Curves that hold those of girls and of boys: the lower of the low ones, the higher of the high ones, the middle between the middles. */
function aroundBoth(girls: readonly CurvePoint[], boys: readonly CurvePoint[]): CurvePoint[] {
  return girls.flatMap((girl, at) => {
    const boy = boys[at];
    if (!boy) return [];
    const low = (name: 'p3' | 'p15') => Math.min(girl[name], boy[name]);
    const high = (name: 'p85' | 'p97') => Math.max(girl[name], boy[name]);
    const p50 = Math.round((girl.p50 + boy.p50) * 50) / 100;
    return [{ days: girl.days, p3: low('p3'), p15: low('p15'), p50, p85: high('p85'), p97: high('p97') }];
  });
}
