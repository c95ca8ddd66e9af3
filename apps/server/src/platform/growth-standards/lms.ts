import { readFileSync } from 'node:fs';

/** What is measured: length or height and the head's circumference in cm, weight in kg. */
export type Measure = 'height' | 'weight' | 'head';
/** Whom the curves are made for: there is one for girls and one for boys. */
export type Sex = 'female' | 'male';

/** How a measure is spread at an age: Box-Cox power, median, coefficient of variation. */
export interface Lms {
  l: number;
  m: number;
  s: number;
}

/** Days of a month of the WHO's monthly tables: 365.25 / 12. */
const daysOfMonth = 30.4375;
/** The last day of the tables by day. */
const lastDay = 1826;
/** The day a child counts as standing: lengths before it are of a child who lies. */
export const standsFrom = 731;
/**
 * The last day each measure has curves for: the birthday, which can come a day later than the tables, as years have leap days in them.
 * Head to 5 years, weight to 10, height to 19.
 */
const lastDays: Record<Measure, number> = { head: 1_827, weight: 3_653, height: 6_940 };

type Column = { first: number; values: number[] };
let columns: Map<string, Column> | undefined;

/** Read when somebody first asks: most processes never do. */
function columnOf(name: string): Column {
  columns ??= new Map(
    readFileSync(new URL('lms.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [measure, sex, unit, first, parameter, ...values] = line.split(' ');
        return [`${measure} ${sex} ${unit} ${parameter}`, { first: Number(first), values: values.map(Number) }];
      }),
  );
  const column = columns.get(name);
  if (!column) throw new Error(`the WHO's tables have no ${name}`);
  return column;
}

/** The value at an age, between two ages in proportion. */
function at({ first, values }: Column, age: number): number {
  if (values.length === 1) return values[0]!;
  const place = Math.min(Math.max(age - first, 0), values.length - 1);
  const before = Math.floor(place);
  const [low, high = low] = [values[before]!, values[before + 1]];
  return low + (high! - low) * (place - before);
}

/**
 * How a measure is spread at an age: by day to 5 years, then by month, in between in proportion, as the WHO's own programs take it.
 * @param days since birth, or since the day that counts as it
 * @returns null where the tables have nothing
 */
export function lmsAt(measure: Measure, sex: Sex, days: number): Lms | null {
  if (days < 0 || days > lastDays[measure]) return null;
  const byDay = days < lastDay + 1 || measure === 'head';
  const age = byDay ? Math.min(days, lastDay) : days / daysOfMonth;
  const take = (parameter: string) => at(columnOf(`${measure} ${sex} ${byDay ? 'day' : 'month'} ${parameter}`), age);
  return { l: take('l'), m: take('m'), s: take('s') };
}
