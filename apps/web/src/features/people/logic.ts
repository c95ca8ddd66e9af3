import { birthdayIn, daysBetween, isDay, monthsBetween, nextBirthday, plusDays, plusMonths } from '@heartwood/contract/days';
import type { Relationship } from '@heartwood/contract/people';
import { firstName } from '#features/family/logic.ts';
import { listed, spanInWords } from '#platform/formats.ts';

/** A span since birth: whole years, months of the running year, days of the running month, and all of its days. */
export interface Age {
  years: number;
  months: number;
  days: number;
  allDays: number;
}

/** How exactly an age is said: to the week (everywhere), to the month (timelines), to the year (a chip beside a name). */
type AgeDetail = 'week' | 'month' | 'year';

/**
 * The age on a day. See [Note: Days are counted in UTC].
 * @param birth, on calendar days, `YYYY-MM-DD`
 * @returns undefined before the birth, and where one of them is no date
 */
export function ageOn(birth: string, on: string): Age | undefined {
  if (!isDay(birth) || !isDay(on) || on < birth) return undefined;
  const months = monthsBetween(birth, on);
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: daysBetween(plusMonths(birth, months), on),
    allDays: daysBetween(birth, on),
  };
}

/** Grown-ups are said in years. */
const grownUp = 18;

/** Whether somebody is of age: nobody's child in the family, and 18 or without a birthday. */
export function isGrownUp({ is_child, birth_day }: Pick<Relative, 'is_child' | 'birth_day'>, on: string): boolean {
  return !is_child && (birth_day === null || (ageOn(birth_day, on)?.years ?? 0) >= grownUp);
}

/**
 * An age in words: days to 2 weeks, weeks to 6 months, then months and weeks, then years, months and weeks; grown-ups in years.
 * @returns '5 days', '15 weeks', '8 months and 1 week', '3 years, 2 months and 1 week'; undefined before the birth
 */
export function exactAge(birth: string, on: string, detail: AgeDetail = 'week'): string | undefined {
  const age = ageOn(birth, on);
  return age && wordsOf(age, detail);
}

function wordsOf({ years, months, days, allDays }: Age, detail: AgeDetail): string {
  if (allDays < 14) return spanInWords(allDays, 'day');
  if (years === 0 && months < 6) return spanInWords(Math.floor(allDays / 7), 'week');
  if (years >= grownUp || (detail === 'year' && years > 0)) return spanInWords(years, 'year');
  const weeks = detail === 'week' ? Math.floor(days / 7) : 0;
  return listed([
    years > 0 && spanInWords(years, 'year'),
    months > 0 && spanInWords(months, 'month'),
    weeks > 0 && spanInWords(weeks, 'week'),
  ]);
}

/** The rings of an age: years closed, and the share (0 to 1) of the running one. */
export function ringsOf(birth: string, on: string): { years: number; share: number } {
  const age = ageOn(birth, on);
  if (!age) return { years: 0, share: 0 };
  const [last, next] = [birthdayIn(birth, age.years), birthdayIn(birth, age.years + 1)];
  return { years: age.years, share: daysBetween(last, on) / daysBetween(last, next) };
}

/** The number in the ring of a first year, as its age is said: days, weeks, or months; undefined from the first birthday on. */
export function firstYearNumber(birth: string, on: string): number | undefined {
  const age = ageOn(birth, on);
  if (!age || age.years > 0) return undefined;
  if (age.allDays < 14) return age.allDays;
  return age.months < 6 ? Math.floor(age.allDays / 7) : age.months;
}

/** A birthday ahead. `inDays` is 0 on the day itself. */
export interface UpcomingBirthday<Person> {
  person: Person;
  day: string;
  turns: number;
  inDays: number;
}

/**
 * The birthdays of the next days, soonest first; the day somebody is born on is none.
 * @param within how many days are looked ahead
 */
export function upcomingBirthdays<Person extends { birth_day: string | null }>(
  people: readonly Person[],
  on: string,
  within = 60,
): UpcomingBirthday<Person>[] {
  const upcoming: UpcomingBirthday<Person>[] = [];
  for (const person of people) {
    const next = person.birth_day ? nextBirthday(person.birth_day, on) : null;
    if (!next) continue;
    const { date: day, turns } = next;
    const inDays = daysBetween(on, day);
    if (inDays <= within) upcoming.push({ person, day, turns, inDays });
  }
  return upcoming.toSorted((a, b) => a.inDays - b.inDays);
}

/** Whose birthday one could write down: one's own first, then, for guardians, that of whoever has no account, children before others. */
export function whoseBirthdayIsMissing<
  Person extends { birth_day: string | null; related_user_id: string | null; is_user: number; is_child: boolean },
>(people: readonly Person[], me: string | undefined, isGuardian: boolean): Person[] {
  const isOwn = (one: Person) => one.related_user_id === me;
  return people
    .filter((one) => !one.birth_day && (isOwn(one) || (isGuardian && one.is_user === 0)))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || Number(b.is_child) - Number(a.is_child));
}

/** What somebody is called where there is little room: the first name, or the whole one where two share it. By person. */
export function shortNames(people: readonly { heartwood_id: string; name: string }[]): Map<string, string> {
  const firsts = people.map(({ name }) => firstName(name));
  const shared = new Set(firsts.filter((first, index) => firsts.indexOf(first) !== index));
  return new Map(people.map(({ heartwood_id, name }, index) => [heartwood_id, shared.has(firsts[index]!) ? name : firsts[index]!]));
}

/** Relationship kinds whose people grow up beside the family's children: brothers and sisters, nieces, nephews, cousins, friends. */
const besideKinds = new Set([14, 15, 16, 19, 20, 21, 27]);

interface Relative {
  is_child: boolean;
  is_user: number;
  relationship_id: number;
  birth_day: string | null;
  name: string;
}

/** Who stands below the children: cousins and friends who are no grown-ups, and others without an account; the oldest first. */
export function sortPeople<Person extends Relative>(people: readonly Person[], on: string): { beside: Person[]; others: Person[] } {
  const isBeside = (person: Person) => besideKinds.has(person.relationship_id) && !isGrownUp(person, on);
  const nobodysChild = people.filter(({ is_child }) => !is_child).toSorted(byBirth);
  return {
    beside: nobodysChild.filter(isBeside),
    others: nobodysChild.filter((person) => !isBeside(person) && person.is_user === 0),
  };
}

/** Grandchildren and godchildren: children of the family who may be no brothers or sisters. */
const otherChildren = new Set([5, 23]);

/** Whether two people are brothers or sisters, as far as is said: both are the family's own children. */
export const areSiblings = (...pair: readonly [SaidChild, SaidChild]): boolean =>
  pair.every(({ is_child, relationship_id }) => is_child && !otherChildren.has(relationship_id));

type SaidChild = Pick<Relative, 'is_child' | 'relationship_id'>;

/** The oldest first, then who has no birthday, by name. */
export function byBirth(a: Pick<Relative, 'birth_day' | 'name'>, b: Pick<Relative, 'birth_day' | 'name'>): number {
  if (a.birth_day !== b.birth_day) return (a.birth_day ?? '9999') < (b.birth_day ?? '9999') ? -1 : 1;
  return a.name.localeCompare(b.name);
}

/** Where a portrait is cut from a picture: its centre as shares of width and height, and how far it is magnified (1 is the whole shorter side). */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

/** How far a portrait can be magnified. */
export const largestZoom = 4;

/** A crop that lies within its picture. */
export function withinPicture({ x, y, zoom }: Crop, { width, height }: { width: number; height: number }): Crop {
  const magnified = Math.min(largestZoom, Math.max(1, zoom));
  const half = Math.min(width, height) / magnified / 2;
  const inside = (share: number, length: number) => Math.min(1 - half / length, Math.max(half / length, share));
  return { x: inside(x, width), y: inside(y, height), zoom: magnified };
}

/** The square of a crop in the picture's pixels. */
export function squareOf(crop: Crop, picture: { width: number; height: number }): { left: number; top: number; side: number } {
  const { x, y, zoom } = withinPicture(crop, picture);
  const side = Math.min(picture.width, picture.height) / zoom;
  return { left: x * picture.width - side / 2, top: y * picture.height - side / 2, side };
}

/** The parts of a child's page. */
export const tabs = ['timeline', 'milestones', 'growth', 'siblings'] as const;

/** One of the {@link tabs}. */
export type Tab = (typeof tabs)[number];

/** The tab an address asks for; the timeline where it asks for none there is, or for one that is not shown. */
export const tabOf = (asked: string | undefined, shown: readonly Tab[]): Tab => shown.find((tab) => tab === asked) ?? 'timeline';

type Born = Pick<Relationship, 'heartwood_id' | 'birth_day'>;

/** Whole months somebody has lived; undefined before the birth and without a birthday. */
export function monthsOn(person: Pick<Born, 'birth_day'>, on: string): number | undefined {
  const age = person.birth_day ? ageOn(person.birth_day, on) : undefined;
  return age && age.years * 12 + age.months;
}

/** Who can stand beside somebody: other people of the list who are born and have a birthday, the nearest in age first. */
export function besides<Person extends Born>(person: Born, people: readonly Person[], on: string): Person[] {
  const difference = ({ birth_day }: Person) => Math.abs(daysBetween(person.birth_day ?? '', birth_day!));
  return people
    .filter((other) => other.heartwood_id !== person.heartwood_id && monthsOn(other, on) !== undefined)
    .toSorted((a, b) => difference(a) - difference(b));
}

/** How many months around an age its memories are taken from: few for the small, who change fast. */
const spanAt = (months: number): number => (months < 6 ? 1 : months < 24 ? 2 : months < 72 ? 4 : 6);

/** The days around an age: from half a span before it (in whole months, not before birth) until a span after it, that day not included. */
export function daysAround(birth: string, months: number): { from: string; to: string } {
  const span = spanAt(months);
  const from = plusMonths(birth, Math.max(0, months - Math.floor(span / 2)));
  return { from, to: plusDays(plusMonths(birth, months + span), -1) };
}
