import { nextBirthday, plusDays, yearsBetween } from '@heartwood/contract/days';
import { createHash } from 'node:crypto';
import type { Idea } from '@heartwood/contract/ideas';
import { birthdayDays } from '@heartwood/contract/limits';

/** The month (1 to 12) a week belongs to: that of its Thursday, as ISO 8601 counts weeks. @param week its Monday */
const monthOf = (week: string): number => Number(plusDays(week, 3).slice(5, 7));

/** Days after the Monday of a week within which a birthday is ahead: three weeks. */
const birthdayWithin = 20;

/** The days of a family's people that decide: birthdays, `YYYY-MM-DD`. */
export interface KnownPerson {
  isChild: boolean;
  birth: string | null;
}

/**
 * Whose birthday comes next, today included; undefined where none is near. People who are not born yet have none.
 * @param within days: those before a birthday in which its wishes can be gathered, as the app shows it
 */
export function nextToCelebrate<Person extends { birth: string | null }>(
  people: readonly Person[],
  today: string,
  within: number = birthdayDays,
): Person | undefined {
  const until = plusDays(today, within);
  const ahead = people.flatMap((person) => {
    const next = person.birth === null ? null : nextBirthday(person.birth, today);
    return next && next.date <= until ? [{ person, date: next.date }] : [];
  });
  return ahead.toSorted((a, b) => a.date.localeCompare(b.date))[0]?.person;
}

/** What a person turns on a birthday within the three weeks from a Monday on; nothing where none is ahead. */
function turnsAhead({ birth }: KnownPerson, week: string): number[] {
  const next = birth === null ? null : nextBirthday(birth, week);
  return next && next.date <= plusDays(week, birthdayWithin) ? [next.turns] : [];
}

/** What decides of a family which idea fits in a week. */
export interface Circumstances {
  familyId: string;
  /** The Monday. */
  week: string;
  /** Whole years of the children. */
  ages: readonly number[];
  birthdayAhead: boolean;
  /** Years that children turn on the birthdays ahead. */
  turning: readonly number[];
  /** What has been brought out before, in any order. */
  shown: readonly { week: string; place: number; slug: string }[];
}

/** What a week is like for a family. */
export function circumstancesOf(
  familyId: string,
  week: string,
  people: readonly KnownPerson[],
  shown: Circumstances['shown'],
): Circumstances {
  const children = people.flatMap(({ isChild, birth }) => (isChild && birth !== null ? yearsBetween(birth, week) : []));
  return {
    familyId,
    week,
    ages: children.filter((years) => years >= 0),
    birthdayAhead: nextToCelebrate(people, week, birthdayWithin) !== undefined,
    turning: people.flatMap((person) => (person.isChild ? turnsAhead(person, week) : [])),
    shown,
  };
}

/** Whether an idea is for this time of the year. */
const isInSeason = ({ months }: Pick<Idea, 'months'>, week: string): boolean => months === null || months.includes(monthOf(week));

const fitsAges = ({ ages }: Idea, years: readonly number[]): boolean =>
  ages === null || years.some((one) => one >= ages.from && one <= ages.to);

/** Whether there is the birthday an idea is about; any, or a child's of one age. */
const fitsBirthdays = ({ nearBirthday, turns }: Idea, { birthdayAhead, turning }: Circumstances): boolean =>
  turns === null ? !nearBirthday || birthdayAhead : turning.includes(turns);

/** How far an idea is from fitting a family in a week: 0 fits. Another season is nearer than no child of the age, than no birthday. */
export const misfit = (idea: Idea, circumstances: Circumstances): number =>
  (isInSeason(idea, circumstances.week) ? 0 : 1) +
  (fitsAges(idea, circumstances.ages) ? 0 : 2) +
  (fitsBirthdays(idea, circumstances) ? 0 : 4);

/** Days within which a family is not brought the same idea again: a year, to the next Monday. */
export const repeatsAfter = 371;
/** Days between two ideas about a birthday ahead: in a large family there always is one. */
const birthdayEvery = 28;

/**
 * The idea to bring out next for a family in a week. What has not been brought out within a year goes first; where everything has, what at
 * least was nobody's idea of the week, then what was brought out longest ago. Of these what fits best, then what is for this time alone,
 * then another action than the last week's. What is left is decided by family, week and slug, so that families differ and each stays the same.
 * @param ideas in any order, not empty
 */
export function nextIdea(ideas: readonly Idea[], circumstances: Circumstances): Idea {
  const { familyId, week, shown } = circumstances;
  const [since, lastBirthday] = [plusDays(week, -repeatsAfter), plusDays(week, -birthdayEvery)];
  const past = shown.filter((one) => one.week <= week && one.week > since);
  const actionOf = new Map<string, Idea['action']>(ideas.map(({ slug, action }) => [slug, action]));
  const aboutBirthdays = new Set<string>(ideas.filter(({ nearBirthday }) => nearBirthday).map(({ slug }) => slug));
  const rested = past.every((one) => !aboutBirthdays.has(one.slug) || one.week <= lastBirthday);
  const lastAction = past
    .filter(({ place }) => place === 0)
    .toSorted((a, b) => (a.week < b.week ? 1 : -1))
    .map(({ slug }) => actionOf.get(slug))[0];
  const orderOf = (idea: Idea): readonly (number | string)[] => {
    const before = past.filter(({ slug }) => slug === idea.slug);
    const isOfMoment = idea.nearBirthday ? rested : idea.months !== null;
    return [
      before.some(({ place }) => place === 0) ? 1 : 0,
      before.length > 0 ? 1 : 0,
      before
        .map((one) => one.week)
        .toSorted()
        .at(-1) ?? '',
      misfit(idea, circumstances),
      idea.nearBirthday && !rested ? 1 : 0,
      isOfMoment ? 0 : 1,
      idea.action === lastAction ? 1 : 0,
      createHash('sha256').update(`${familyId} ${week} ${idea.slug}`).digest('hex'),
    ];
  };
  const [first] = ideas.map((idea) => ({ idea, order: orderOf(idea) })).toSorted((a, b) => compare(a.order, b.order));
  if (!first) throw new Error('there are no ideas');
  return first.idea;
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  if (at === -1) return 0;
  return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

/** The idea a user is shown of those brought out in a week: the first that they do not want another one for. */
export const openIdea = <Shown extends { place: number; slug: string }>(
  shown: readonly Shown[],
  skipped: ReadonlySet<string>,
): Shown | undefined => shown.toSorted((a, b) => a.place - b.place).find(({ slug }) => !skipped.has(slug));

/** Ideas with those of this time of the year first, and those of another time last; else in the order they come in. */
export function bySeason(ideas: readonly Idea[], week: string): Idea[] {
  const place = (idea: Idea) => (isInSeason(idea, week) ? (idea.months ? 0 : 1) : 2);
  return ideas.toSorted((a, b) => place(a) - place(b));
}
