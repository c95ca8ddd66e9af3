import { daysBetween } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import { dayInWords, monthOf } from '#platform/dates.ts';
import { listed, spanInWords } from '#platform/formats.ts';
import { ageOn, exactAge, type UpcomingBirthday } from '../logic.ts';

/** An age as it stands beside a name: '3 years, 2 months and 1 week', 'Born today', 'Due in 5 weeks'; '' without a birthday. */
export function ageLine(birth: string | null, on: string): string {
  if (!birth) return '';
  const age = ageOn(birth, on);
  if (age) return age.allDays === 0 ? t('people.ages.bornToday') : exactAge(birth, on)!;
  const ahead = daysBetween(on, birth);
  if (!Number.isFinite(ahead) || ahead <= 0) return '';
  return ahead < 14 ? t('people.ages.dueInDays', { days: ahead }) : t('people.ages.dueInWeeks', { weeks: Math.floor(ahead / 7) });
}

/** The age below a birthday as it is typed: '3 weeks old today'; '' while it is no date. */
export function ageHint(birth: string, on: string): string {
  const age = ageOn(birth, on);
  return age && age.allDays > 0 ? t('people.ages.oldToday', { age: exactAge(birth, on)! }) : ageLine(birth, on);
}

/**
 * The age of a cousin or friend: '15 years'; with its month for a baby, '8 months, born in March'.
 */
export function besideLine(birth: string | null, on: string): string {
  const age = ageLine(birth, on);
  return birth && ageOn(birth, on)?.years === 0 ? t('people.ages.bornIn', { age, month: monthOf(birth) }) : age;
}

/** 'Arthur turns 71'; on the day 'Arthur is 71 today'. */
export const birthdayTitle = (name: string, { turns: age, inDays }: Pick<UpcomingBirthday<unknown>, 'turns' | 'inDays'>): string =>
  inDays === 0 ? t('people.birthdays.today', { name, age }) : t('people.birthdays.turns', { name, age });

/** 'Today', 'Tomorrow', 'In 9 days' (the strip of a phone). */
export const inDaysLine = (days: number): string => t('people.birthdays.inDays', { days });

/** 'Sunday, 29 November' within two weeks, '14 December' beyond (the column of a desktop). */
export const birthdayDate = ({ day, inDays }: { day: string; inDays: number }): string =>
  inDays < 2 ? inDaysLine(inDays) : dayInWords(day, { weekday: inDays < 14, year: false });

/** The heading of a year of a timeline: 'Three years old', 'The first year'. */
export const yearHeading = (years: number): string => t('people.years', { years });

/** 'Her third birthday', 'His 14th birthday'. */
export const birthdayName = (age: number, gender: 'female' | 'male' | 'other' | null): string =>
  t('people.birthdays.nth', { age, gender: gender ?? 'other' });

/** Weeks in an average month. */
const weeksInMonth = 365.25 / 12 / 7;

/** An age in whole months, said as an exact age is: '13 weeks' below half a year, '8 months', '2 years and 3 months', 'newborn'. */
export function monthsInWords(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (months === 0) return t('people.child.born');
  if (months < 6) return spanInWords(Math.floor(months * weeksInMonth), 'week');
  return listed([years > 0 && spanInWords(years, 'year'), rest > 0 && spanInWords(rest, 'month')]);
}
