import { type GrowthEntry, type GrowthMeasure, nothingMeasured } from '@heartwood/contract/growth';
import { exactAge } from '#features/people/logic.ts';
import { listed } from '#platform/formats.ts';
import { dayInWords, monthOf } from '#platform/dates.ts';
import { inWords, type Counting, type Units } from './logic.ts';

/** The words of growth. */
export const words = {
  measures: { height: 'Height', weight: 'Weight', head: 'Head' },
  growth: 'Growth',
  measure: 'Measure',
  whatIsShown: 'What is shown',
  add: 'Add a measurement',
  all: 'All measurements',
  when: 'When',
  save: 'Save',
  edit: 'Correct',
  delete: 'Delete',
  corrected: 'Corrected',
  deleted: 'The measurement is deleted',
  undo: 'Undo',
  saved: 'Written down',
  tryAgain: 'That did not work. Please try again.',
  retry: 'Try again',
  failed: 'The measurements could not be loaded. They are safe.',
  loading: 'Loading the measurements',
  showFewer: 'Show fewer',
  unitsLabel: 'Units',
  units: { metric: 'cm, kg', imperial: 'in, lb' },
  oneIsEnough: 'One of the three is enough.',
  nothing: nothingMeasured,
  wrongDay: 'Choose a day between the birth and today.',
  table: 'The same as a table',
  tableHeads: { day: 'Day', age: 'Age' },
  band: 'The band is the WHO 15th to 85th percentile.',
  noCurves: 'The curves need a birthday and whether this is a girl or a boy. Both are kept with the photo and the name.',
  addThem: 'Add them',
  howTaken: 'How it was taken',
  taken: { usual: 'As usual', lying: 'Lying', standing: 'Standing' },
  takenHint: 'Small children are measured lying, from two years on standing. That makes 0.7 cm.',
  counting: 'The curves count',
  countings: { corrected: 'From the due date', birth: 'From birth' },
  early: 'Born early?',
  earlyTitle: 'How early was the birth?',
  earlyText: 'Who came four weeks or more before the due date is compared by the age from that date, until the second birthday.',
  onTime: 'On time, or less than 4 weeks early',
  beforeDue: 'Before the due date there are no curves.',
} as const;

/** 'Measure Emma' */
export const measureName = (name: string): string => `Measure ${name}`;
/** 'Correct 20 November 2026' */
export const correctName = (entry: GrowthEntry): string => `Correct ${dayInWords(entry.measured_on)}`;
/** The empty state. */
export const empty = (name: string) => ({
  title: `How tall is ${name}?`,
  text: 'Write down height, weight or head, and the curves show how it goes on.',
});
/** 'Show 6 more' */
export const showMore = (n: number): string => `Show ${n} more`;
/** 'What to do with 20 November 2026' */
export const actionsOn = (entry: GrowthEntry): string => `What to do with ${dayInWords(entry.measured_on)}`;
/** '5 weeks early' */
export const weeksEarly = (weeks: number): string => `${count(weeks, 'week')} early`;

const groups = { female: 'girls', male: 'boys', other: 'children' } as const;
type Gender = keyof typeof groups | null;
const groupOf = (gender: Gender) => groups[gender ?? 'other'];
const whose = (gender: Gender): string => (gender === 'female' ? 'her' : gender === 'male' ? 'his' : 'their');
const more: Record<GrowthMeasure, { one: string; many: string }> = {
  height: { one: 'is taller', many: 'are taller' },
  weight: { one: 'is heavier', many: 'are heavier' },
  head: { one: 'has a larger head', many: 'have a larger head' },
};

/** '65th percentile', 'below the 1st percentile', 'above the 99th percentile' */
export function percentileLine(percentile: number): string {
  if (percentile < 1) return 'below the 1st percentile';
  return percentile > 99 ? 'above the 99th percentile' : `${ordinal(Math.round(percentile))} percentile`;
}

/** 'Of 100 girls her age, about 35 are taller.' */
export function amongHundred(percentile: number, measure: GrowthMeasure, gender: Gender): string {
  const above = Math.round(100 - percentile);
  const start = `Of 100 ${groupOf(gender)} ${whose(gender)} age,`;
  if (above < 1) return `${start} hardly one ${more[measure].one}.`;
  if (above > 99) return `${start} nearly all ${more[measure].many}.`;
  return above === 1 ? `${start} about one ${more[measure].one}.` : `${start} about ${above} ${more[measure].many}.`;
}

/** 'WHO, girls. Dark band 15 to 85, light band 3 to 97, dashed the middle.' */
export const legend = (gender: Gender): string => `WHO, ${groupOf(gender)}. Dark band 15 to 85, light band 3 to 97, dashed the middle.`;

/** A mark of the axis of ages: 'birth', '3 m', '2 y'. */
export function ageMark(days: number, last: number): string {
  if (days === 0) return 'birth';
  return last < 1.2 * 365.25 ? `${Math.round(days / (365.25 / 12))} m` : `${Math.round(days / 365.25)} y`;
}

/** What a chart shows, for who does not see it. */
export function chartLine(name: string, measure: GrowthMeasure, entries: readonly [string, string][], curves: boolean): string {
  const [first, last] = [entries[0], entries.at(-1)];
  const what = words.measures[measure].toLowerCase();
  if (!first || !last) return `No ${what} of ${name} yet`;
  const span = first === last ? `${first[1]} at ${first[0]}` : `from ${first[1]} at ${first[0]} to ${last[1]} at ${last[0]}`;
  return `${name}’s ${what} ${span}${curves ? ', beside the WHO’s curves' : ''}`;
}

/** The age on the day of a measurement: 'Birth', '3 years, 2 months and 1 week'; the day where no birthday is known. */
export function entryAge(birth: string | null, on: string): string {
  if (!birth) return dayInWords(on);
  return birth === on ? 'Birth' : (exactAge(birth, on) ?? dayInWords(on));
}

/** Below the date of a form: 'Today, at 3 years, 2 months and 1 week'. */
export function whenHint(day: string, birth: string | null, on: string): string {
  const age = birth && (birth === day ? 'birth' : exactAge(birth, day));
  if (!age) return day === on ? 'Today' : '';
  return day === on ? `Today, at ${age}` : `At ${age}`;
}

/** '97.9 cm is 1.2 cm more than in September.'; '' where there is nothing to say. */
export function comparison(
  now: number | null | undefined,
  before: { value: number; day: string } | undefined,
  measure: GrowthMeasure,
  units: Units,
): string {
  if (!now || !before) return '';
  const change = now - before.value;
  if (Math.abs(change) < 0.05) return `As much as in ${monthOf(before.day)}.`;
  const amount = inWords(Math.abs(change), measure, units);
  return `${inWords(now, measure, units)} is ${amount} ${change > 0 ? 'more' : 'less'} than in ${monthOf(before.day)}.`;
}

/** Who sees it, and what it is worth. */
export function whoSees(others: readonly string[], gender: Gender): string {
  const seers = listed(['you', ...others]);
  return `Only ${seers} see these. Curves compare, they don’t judge; ${whose(gender)} doctor knows more.`;
}

/** Which age the curves count by: 'Born 8 weeks early. The curves count from the due date: 4 months, not 6 months.' */
export function countingLine(weeks: number, counting: Counting, ages: { corrected: string; birth: string }): string {
  const [used, other] = counting === 'corrected' ? [ages.corrected, ages.birth] : [ages.birth, ages.corrected];
  const from = counting === 'corrected' ? 'from the due date' : 'from birth';
  return `Born ${weeksEarly(weeks)}. The curves count ${from}: ${used}, not ${other}.`;
}

/** '1 week', '3 weeks'. */
const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** '1st', '12th', '63rd' */
function ordinal(n: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th';
  return `${n}${ending}`;
}
