import type { Relationship } from '@heartwood/contract/people';
import { ageOn, plusMonths } from '#features/family/logic.ts';

/** The parts of a child's page. */
export const tabs = ['timeline', 'milestones', 'growth', 'siblings'] as const;
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
  const born = Date.parse(person.birth_day ?? '');
  return people
    .filter((other) => other.heartwood_id !== person.heartwood_id && monthsOn(other, on) !== undefined)
    .toSorted((a, b) => Math.abs(Date.parse(a.birth_day!) - born) - Math.abs(Date.parse(b.birth_day!) - born));
}

/** How many months around an age its memories are taken from: few for the small, who change fast. */
export const spanAt = (months: number): number => (months < 6 ? 1 : months < 24 ? 2 : months < 72 ? 4 : 6);

/** The days around an age: from `span` months before it (not before birth) to `span` months after, the last one not included. */
export function daysAround(birth: string, months: number): { from: string; to: string } {
  const span = spanAt(months);
  const to = new Date(Date.parse(`${plusMonths(birth, months + span)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { from: plusMonths(birth, Math.max(0, months - Math.floor(span / 2))), to };
}
