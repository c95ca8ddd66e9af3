import type { Growth, GrowthEntry, GrowthMeasure, GrowthPoint } from '@heartwood/contract/growth';
import { growthLimits } from '@heartwood/contract/limits';
import { currentLanguage } from '@heartwood/messages/current';
import { measureIn } from '@heartwood/messages/formats';

/** How measurements are shown and typed. */
export type Units = 'metric' | 'imperial';

/** What is measured, in the order it is shown. */
export const measures = ['height', 'weight', 'head'] as const satisfies readonly GrowthMeasure[];
/** The field of a measurement that holds a measure. */
export const fieldOf = { height: 'height_cm', weight: 'weight_kg', head: 'head_cm' } as const;

const centimetres = 2.54;
const kilograms = 0.45359237;
const factors = { metric: { cm: 1, kg: 1 }, imperial: { cm: centimetres, kg: kilograms } } as const;
const isWeight = (measure: GrowthMeasure) => measure === 'weight';
const factorOf = (measure: GrowthMeasure, units: Units) => factors[units][isWeight(measure) ? 'kg' : 'cm'];

/** The units as Intl calls them. */
const names = { metric: { cm: 'centimeter', kg: 'kilogram' }, imperial: { cm: 'inch', kg: 'pound' } } as const;
const nameOf = (measure: GrowthMeasure, units: Units) => names[units][isWeight(measure) ? 'kg' : 'cm'];

/** What a measure is counted in, as the language of the page writes it: 'cm'. */
export const unitOf = (measure: GrowthMeasure, units: Units): string =>
  new Intl.NumberFormat(currentLanguage.forIntl(), { style: 'unit', unit: nameOf(measure, units), unitDisplay: 'short' })
    .formatToParts(2)
    .flatMap(({ type, value }) => (type === 'unit' ? value : []))
    .join('');

/** A number as the language of the page writes it, without marks between thousands. */
const decimal = (value: number, digits: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(currentLanguage.forIntl(), { useGrouping: false, ...digits }).format(value);

/** A value of cm or kg is shown with one decimal; weights below 10 kg with two where they have them. */
function digitsOf(value: number, measure: GrowthMeasure, units: Units): Intl.NumberFormatOptions {
  const fine = isWeight(measure) && units === 'metric' && value < 10 && Math.round(value * 100) % 10 !== 0;
  const digits = fine ? 2 : 1;
  return { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** A value of cm or kg as it is shown, without the unit: '97.9'. */
export const shown = (value: number, measure: GrowthMeasure, units: Units): string =>
  decimal(value / factorOf(measure, units), digitsOf(value, measure, units));

/** A value of cm or kg as it is shown: '97.9 cm'. */
export const inWords = (value: number, measure: GrowthMeasure, units: Units): string =>
  measureIn(currentLanguage.forIntl(), value / factorOf(measure, units), nameOf(measure, units), digitsOf(value, measure, units));

/**
 * What somebody has typed, in cm or kg.
 * @param text with a point or a comma, in Latin or Arabic digits
 * @returns null where nothing is typed, undefined where it is no number
 */
export function typed(text: string, measure: GrowthMeasure, units: Units): number | null | undefined {
  const plain = text
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replace(/[,٫]/, '.');
  if (plain === '') return null;
  if (!/^\d{1,6}(\.\d{0,6})?$/.test(plain)) return undefined;
  const value = Number(plain) * factorOf(measure, units);
  return Number(value.toFixed(isWeight(measure) ? 3 : 2));
}

/** A value of cm or kg as it stands in a field: with as many decimals as it has; in inches and pounds with one or two. */
export const inField = (value: number | null, measure: GrowthMeasure, units: Units): string =>
  value === null ? '' : decimal(value / factorOf(measure, units), { maximumFractionDigits: units === 'metric' ? 3 : 2 });

/** What a field says, in cm or kg; a field nobody has touched says exactly what it said before, whatever it is rounded to. */
export const corrected = (text: string, before: number | null, measure: GrowthMeasure, units: Units): number | null | undefined =>
  text.trim() === inField(before, measure, units) ? before : typed(text, measure, units);

/** The bounds of a measure as they are shown. */
export function boundsOf(measure: GrowthMeasure, units: Units): { min: number; max: number } {
  const { min, max } = growthLimits[fieldOf[measure]];
  const factor = factorOf(measure, units);
  return { min: Math.ceil((min / factor) * 10) / 10, max: Math.floor((max / factor) * 10) / 10 };
}

/** The age a measurement is compared by. */
export type Counting = 'corrected' | 'birth';

/** The percentile of a measurement by one way of counting. */
export const percentileIn = (entry: GrowthEntry, measure: GrowthMeasure, counting: Counting): number | null =>
  (counting === 'birth' ? (entry.uncorrected ?? entry.percentiles) : entry.percentiles)[measure];

/** Days of age by one way of counting; null without a birthday. */
const daysIn = (entry: GrowthEntry, counting: Counting): number | null =>
  counting === 'corrected' ? (entry.corrected_days ?? entry.age_days) : entry.age_days;

/** The latest measurement of a measure. */
export const latestOf = (entries: readonly GrowthEntry[], measure: GrowthMeasure): GrowthEntry | undefined =>
  entries.find((entry) => entry[fieldOf[measure]] !== null);

const drawn = ['p3', 'p15', 'p50', 'p85', 'p97'] as const;
type Percentile = (typeof drawn)[number];

/** A place of a chart: an age in days, the curves there (in the units shown), and what was measured. */
export type ChartPoint = { days: number; value?: number; latest?: boolean; outer?: [number, number]; inner?: [number, number] } & Partial<
  Record<Percentile, number>
>;

/** A chart: its points from left to right, and where its axes have marks. */
export interface Chart {
  points: ChartPoint[];
  days: [number, number];
  values: [number, number];
  valueTicks: number[];
  dayTicks: number[];
  /** The curves at the right edge; undefined where there are none. */
  end: Record<Percentile, number> | undefined;
}

/** The curves at an age between two of their points, in proportion. */
function curveAt(curve: readonly GrowthPoint[], days: number): GrowthPoint | undefined {
  const next = curve.findIndex((point) => point.days >= days);
  const [after, before] = [curve[next], curve[next - 1]];
  if (!after || after.days === days || !before) return after?.days === days ? after : undefined;
  const share = (days - before.days) / (after.days - before.days);
  const mixed = drawn.map((name) => [name, before[name] + (after[name] - before[name]) * share]);
  return { days, ...(Object.fromEntries(mixed) as Record<Percentile, number>) };
}

/** A round step so that a span has at most so many marks. */
function roundStep(span: number, most: number): number {
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}

const year = 365.25;
const month = year / 12;

/** Where the ages have marks: months in the first year, then years, in steps that leave room for the words. */
function ageTicks(to: number, most: number): number[] {
  const unit = to < 1.2 * year ? month : year;
  const step = [1, 2, 3, 5].find((one) => to / (unit * one) <= most) ?? 5;
  return Array.from({ length: Math.floor(to / (unit * step)) + 1 }, (_, n) => Math.round(n * unit * step));
}

/**
 * What is drawn of a measure: the WHO's curves, as far as there are any, and the measurements on them.
 * @param most marks on each axis
 */
export function chartOf(growth: Growth, measure: GrowthMeasure, counting: Counting, units: Units, most = 6): Chart | undefined {
  const factor = factorOf(measure, units);
  const measured = growth.entries.flatMap((entry): { days: number; value: number }[] => {
    const [days, value] = [daysIn(entry, counting), entry[fieldOf[measure]]];
    return days === null || value === null ? [] : [{ days, value: value / factor }];
  });
  const curve = (growth.curves?.[measure] ?? []).map((point): GrowthPoint => {
    const there = drawn.map((name) => [name, point[name] / factor]);
    return { days: point.days, ...(Object.fromEntries(there) as Record<Percentile, number>) };
  });
  if (measured.length === 0 && curve.length === 0) return undefined;
  // Of one day the last that was written down counts.
  const values = new Map(measured.toReversed().map(({ days, value }) => [days, value]));
  const latest = Math.max(...measured.map(({ days }) => days));
  const ages = [...new Set([...curve, ...measured].map(({ days }) => days))].toSorted((a, b) => a - b);
  const points = ages.map((days): ChartPoint => {
    const at = curveAt(curve, days);
    const value = values.get(days);
    return {
      days,
      ...(at ? { ...at, outer: [at.p3, at.p97], inner: [at.p15, at.p85] } : {}),
      ...(value === undefined ? {} : { value, latest: days === latest }),
    };
  });
  const heights = [...measured.map(({ value }) => value), ...curve.flatMap(({ p3, p97 }) => [p3, p97])];
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const step = roundStep(high - low || 1, most);
  const room = (high - low || 1) * 0.03;
  const bounds: [number, number] = [Math.max(0, low - room), high + room];
  const from = Math.ceil(bounds[0] / step);
  const count = Math.floor(bounds[1] / step) - from;
  const [first = 0, last = 0] = [ages[0], ages.at(-1)];
  const edge = curve.at(-1);
  return {
    points,
    days: [Math.min(0, first), Math.max(last, 1)],
    values: bounds,
    valueTicks: Array.from({ length: count + 1 }, (_, n) => Number(((from + n) * step).toFixed(2))),
    dayTicks: ageTicks(Math.max(last, 1), most),
    end: edge && edge.days === last ? edge : undefined,
  };
}
