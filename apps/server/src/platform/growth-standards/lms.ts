import { readFileSync } from 'node:fs';

/** What is measured: length or height and the head's circumference in cm, weight in kg. */
export type Measure = 'height' | 'weight' | 'head';
/** The sex that a table is for: there is one for girls and one for boys. */
export type Sex = 'female' | 'male';

/** The distribution of a measure at an age by the LMS method: Box-Cox power L, median M, coefficient of variation S. */
export interface Lms {
  l: number;
  m: number;
  s: number;
}

/** Days of a month of the WHO's monthly tables: 365.25 / 12. */
const daysOfMonth = 30.4375;
/** The last day (age) of the daily tables. */
const lastDay = 1826;
/** The age in days from which height is measured standing; before it, length is measured lying. */
export const standsFrom = 731;
/**
 * The last age in days with curves, for each measure: head to the fifth birthday, weight to the tenth, height to the nineteenth. Because of
 * leap days the birthday may be a day after the end of the table.
 */
const lastDays: Record<Measure, number> = { head: 1_827, weight: 3_653, height: 6_940 };

type Column = { first: number; values: number[] };
let columns: Map<string, Column> | undefined;

/** Loaded on first use, because most processes never need it. */
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

/** The value at an age, linearly interpolated. */
function at({ first, values }: Column, age: number): number {
  if (values.length === 1) return values[0]!;
  const place = Math.min(Math.max(age - first, 0), values.length - 1);
  const before = Math.floor(place);
  const [low, high = low] = [values[before]!, values[before + 1]];
  return low + (high! - low) * (place - before);
}

/**
 * Looks up the distribution of a measure at an age: daily tables to 5 years, then monthly ones, linearly interpolated as in the WHO's own
 * programs.
 * @param days age since birth, or since the due date where ages are corrected
 * @returns null outside the tables
 */
export function lmsAt(measure: Measure, sex: Sex, days: number): Lms | null {
  if (days < 0 || days > lastDays[measure]) return null;
  const byDay = days < lastDay + 1 || measure === 'head';
  const age = byDay ? Math.min(days, lastDay) : days / daysOfMonth;
  const take = (parameter: string) => at(columnOf(`${measure} ${sex} ${byDay ? 'day' : 'month'} ${parameter}`), age);
  return { l: take('l'), m: take('m'), s: take('s') };
}
