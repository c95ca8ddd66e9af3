import type { GrowthEntry, GrowthMeasure } from '@heartwood/contract/growth';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { exactAge } from '#features/people/logic.ts';
import { listed } from '#platform/formats.ts';
import { dayInWords, monthOf } from '#platform/dates.ts';
import { inWords, type Counting, type Units } from '../logic.ts';

type Gender = 'female' | 'male' | 'other' | null;

/** What the measures are called. */
export const measureNames = {
  height: 'growth.measures.height',
  weight: 'growth.measures.weight',
  head: 'growth.measures.head',
} as const satisfies Record<GrowthMeasure, PlainKey>;

/** The two ways of showing measurements, to choose from. */
export const unitChoices = () => [
  { value: 'metric' as const, label: t('growth.units.metric') },
  { value: 'imperial' as const, label: t('growth.units.imperial') },
];

/** 'Correct 20 November 2026' */
export const correctName = (entry: GrowthEntry): string => t('growth.correctName', { day: dayInWords(entry.measured_on) });

/** '65th percentile', 'below the 1st percentile', 'above the 99th percentile' */
export function percentileLine(percentile: number): string {
  if (percentile < 1) return t('growth.percentile.below');
  return percentile > 99 ? t('growth.percentile.above') : t('growth.percentile.at', { n: Math.round(percentile) });
}

const among = {
  height: 'growth.among.height',
  weight: 'growth.among.weight',
  head: 'growth.among.head',
} as const;

/** 'Of 100 girls her age, about 35 are taller.' */
export const amongHundred = (percentile: number, measure: GrowthMeasure, gender: Gender): string =>
  t(among[measure], { count: Math.round(100 - percentile), gender: gender ?? 'other' });

/** 'WHO, girls. Dark band 15 to 85, light band 3 to 97, dashed the middle.' */
export const legend = (gender: Gender): string => t('growth.legend', { gender: gender ?? 'other' });

/** A mark of the axis of ages: 'birth', '3 m', '2 y'. */
export function ageMark(days: number, last: number): string {
  if (days === 0) return t('growth.marks.birth');
  return last < 1.2 * 365.25
    ? t('growth.marks.months', { n: Math.round(days / (365.25 / 12)) })
    : t('growth.marks.years', { n: Math.round(days / 365.25) });
}

/** What a chart shows, for who does not see it. `entries` are ages and values in words, the oldest first. */
export function chartLine(name: string, measure: GrowthMeasure, entries: readonly [age: string, value: string][], curves: boolean): string {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return t('growth.chart.none', { name, measure });
  const drawn = { name, measure, curves: curves ? 'yes' : 'no' };
  if (first === last) return t('growth.chart.one', { ...drawn, value: first[1], age: first[0] });
  return t('growth.chart.span', { ...drawn, firstAge: first[0], firstValue: first[1], lastAge: last[0], lastValue: last[1] });
}

/** The age on the day of a measurement: 'Birth', '3 years, 2 months and 1 week'; the day where no birthday is known. */
export function entryAge(birth: string | null, on: string): string {
  if (!birth) return dayInWords(on);
  return birth === on ? t('growth.birth') : (exactAge(birth, on) ?? dayInWords(on));
}

/** The same within a sentence: 'birth'. */
export const ageInside = (birth: string | null, on: string): string => (birth === on ? t('growth.inside.birth') : entryAge(birth, on));

/** Below the date of a form: 'Today, at 3 years, 2 months and 1 week'. */
export function whenHint(day: string, birth: string | null, on: string): string {
  const isToday = day === on;
  if (birth && birth === day) return isToday ? t('growth.hints.todayAtBirth') : t('growth.hints.atBirth');
  const age = birth && exactAge(birth, day);
  if (!age) return isToday ? t('dates.today') : '';
  return isToday ? t('growth.hints.todayAt', { age }) : t('growth.hints.at', { age });
}

/** '97.9 cm is 1.2 cm more than in September.', with the year where it is another one than `on`; '' where there is nothing to say. */
export function comparison(
  now: number | null | undefined,
  before: { value: number; day: string } | undefined,
  measure: GrowthMeasure,
  units: Units,
  on: string,
): string {
  if (!now || !before) return '';
  const change = now - before.value;
  const month = monthOf(before.day, { year: before.day.slice(0, 4) !== on.slice(0, 4) });
  if (Math.abs(change) < 0.05) return t('growth.comparison.same', { month });
  const said = { value: inWords(now, measure, units), amount: inWords(Math.abs(change), measure, units), month };
  return change > 0 ? t('growth.comparison.more', said) : t('growth.comparison.less', said);
}

/** Who sees it, and what it is worth. `others` are those who see it, too, by name. */
export const whoSees = (others: readonly string[], gender: Gender): string =>
  t('growth.whoSees', { others: others.length, names: listed([t('family.you'), ...others]), gender: gender ?? 'other' });

/** Which age the curves count by: 'Born 8 weeks early. The curves count from the due date: 4 months, not 6 months.' */
export function countingLine(weeks: number, counting: Counting, ages: { corrected: string; birth: string }): string {
  const [used, unused] = counting === 'corrected' ? [ages.corrected, ages.birth] : [ages.birth, ages.corrected];
  return t('growth.countingLine', { weeks, counting, used, unused });
}
