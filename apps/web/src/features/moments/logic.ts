import type { BodyInput } from '@heartwood/contract/endpoint';
import type { Member } from '@heartwood/contract/family';
import type { Relationship } from '@heartwood/contract/people';
import type { Moment, momentsApi, PersonMilestone } from '@heartwood/contract/moments';
import { t } from '@heartwood/messages/current';
import { ageOn, exactAge, shortNames } from '#features/people/logic.ts';
import { attached, emptyDraft, type Draft } from '#features/sending/logic.ts';
import { changesIn } from '#platform/form-changes.ts';
import { isDay } from '@heartwood/contract/days';

/** One year of life with its moments; `years` is null before the birth, undefined where nobody knows the birthday. */
interface YearOfMoments {
  years: number | null | undefined;
  moments: Moment[];
}

/** Moments by the year of life they fell into, in the order they come. */
export function byYear(moments: readonly Moment[], birth: string | null): YearOfMoments[] {
  const years: YearOfMoments[] = [];
  for (const moment of moments) {
    const age = birth ? (ageOn(birth, moment.occurred_on)?.years ?? null) : undefined;
    const last = years.at(-1);
    if (last && last.years === age) last.moments.push(moment);
    else years.push({ years: age, moments: [moment] });
  }
  return years;
}

/** What has begun last is what is new; of two that began together the one that ends sooner. */
const newestFirst = (a: PersonMilestone, b: PersonMilestone): number => b.from_months - a.from_months || a.to_months - b.to_months;

/** The milestones of somebody as they are shown; the reached ones stand among the moments. */
interface MilestoneGroups {
  now: PersonMilestone[];
  ahead: PersonMilestone[];
  /** The latest first: those somebody remembers best. */
  passed: PersonMilestone[];
  /** All of them, where nobody knows the birthday. */
  anyAge: PersonMilestone[];
}

/** What is not reached yet, by when it often comes. */
export function groupsOf(milestones: readonly PersonMilestone[]): MilestoneGroups {
  const open = milestones.filter(({ moment_id }) => moment_id === null);
  const of = (when: PersonMilestone['when']) => open.filter((one) => one.when === when);
  return { now: of('now').toSorted(newestFirst), ahead: of('ahead'), passed: of('passed').toReversed(), anyAge: of(null) };
}

/** A milestone offered in the editor, for whoever of the chosen it fits. */
export interface Suggestion {
  milestone: PersonMilestone;
  /** Whom it fits, by id. */
  people: string[];
}

/** How many are offered for each of the chosen. */
const offeredForEach = 2;

/**
 * What may have happened just now: for each of the chosen the first milestones around their age that they have not reached, those that fit
 * several first of all.
 * @param chosen the milestones of everybody chosen, by person
 * @param first the slug of one that is offered in any case
 */
export function suggestionsFor(chosen: ReadonlyMap<string, readonly PersonMilestone[]>, first?: string): Suggestion[] {
  const found = new Map<string, Suggestion>();
  const offer = (milestone: PersonMilestone, person: string) => {
    const known = found.get(milestone.slug);
    if (known) known.people.push(person);
    else found.set(milestone.slug, { milestone, people: [person] });
  };
  for (const [person, milestones] of chosen) {
    const named = milestones.find(({ slug }) => slug === first);
    if (named) offer(named, person);
    const fitting = groupsOf(milestones).now.filter(({ slug }) => slug !== first);
    for (const one of fitting.slice(0, offeredForEach)) offer(one, person);
  }
  return [...found.values()].toSorted((a, b) => Number(b.milestone.slug === first) - Number(a.milestone.slug === first));
}

/**
 * Who of the chosen has a moment of a milestone already, and which one: a first is one.
 * @param chosen the milestones of everybody chosen, by person
 * @param but the id of the moment that is being written, where it is there already
 */
export function keptBefore(
  chosen: ReadonlyMap<string, readonly PersonMilestone[]>,
  slug: string | null,
  but?: string,
): { person: string; title: string; moment: string } | undefined {
  for (const [person, milestones] of chosen) {
    const found = milestones.find((one) => one.slug === slug);
    if (found?.moment_id && found.moment_id !== but) return { person, title: found.title, moment: found.moment_id };
  }
  return undefined;
}

/** Those of some people who were not born yet on a day. */
export const unbornOn = <Person extends Pick<Relationship, 'birth_day'>>(people: readonly Person[], day: string): Person[] =>
  isDay(day) ? people.filter(({ birth_day }) => birth_day !== null && day < birth_day) : [];

/** Who else sees what is kept of somebody: the guardians, and themself where they have an account; by first name. */
export function whoElseSees(
  members: readonly Pick<Member, 'user_id' | 'heartwood_id' | 'role' | 'name'>[],
  me: string | undefined,
  about: readonly string[],
): string[] {
  const names = shortNames(members);
  return members
    .filter(({ user_id, role, heartwood_id }) => user_id !== me && (role !== 'relative' || about.includes(heartwood_id)))
    .map(({ heartwood_id, name }) => names.get(heartwood_id) ?? name);
}

/** A person by what stands in an address: a slug or an id. */
export const personBy = (people: readonly Relationship[], name: string): Relationship | undefined =>
  people.find(({ heartwood_id }) => heartwood_id === name.toLowerCase()) ?? people.find(({ slug }) => slug === name);

/**
 * How old somebody was, in words; undefined before the birth, or where nobody knows it.
 * @param isNamed whether it stands after their name
 */
export function ageThen(birth: string | null, day: string, isNamed = false): string | undefined {
  if (!birth) return undefined;
  if (birth !== day) return exactAge(birth, day);
  return isNamed ? t('moments.firstDayOf') : t('moments.firstDay');
}

/** What is written in the editor beside what a post has, too. */
export interface MomentWords {
  title: string;
  milestone: string | null;
}

/** What somebody has said of the words so far; what is left out follows from the milestone. `shares` says that it is shared as a post, too. */
export type Said = Partial<MomentWords> & { shares?: boolean };

/** Whether somebody has written anything of a moment, which a milestone alone that was chosen is, too. */
export const isMomentWritten = ({ title, milestone }: Said, { text, photos }: Pick<Draft, 'text' | 'photos'>): boolean =>
  title !== undefined || milestone !== undefined || text !== '' || photos.length > 0;

/** What is sent of a moment. @param day where the writer is today, for a draft without a day */
export function momentBodyOf(
  { title, milestone }: MomentWords,
  draft: { text: string; people: string[]; occurredOn: string },
  mediaIds: string[],
  day: string,
) {
  return {
    title: title.trim(),
    milestone,
    text: draft.text.trim(),
    people: draft.people,
    occurred_on: draft.occurredOn || day,
    media_ids: mediaIds,
  } satisfies BodyInput<typeof momentsApi.keep>;
}

/** What is sent of a moment. */
export type MomentBody = ReturnType<typeof momentBodyOf>;

/** A moment as its editing begins: what it has like a post. */
export const momentDraftOf = ({ text, people, occurred_on, media }: Pick<Moment, 'text' | 'people' | 'occurred_on' | 'media'>): Draft => ({
  ...emptyDraft,
  text,
  people,
  occurredOn: occurred_on,
  photos: attached(media),
});

/** A moment as it is compared with another: what would be sent of it. */
export const writtenIn = (words: MomentWords, draft: Draft): string =>
  JSON.stringify([
    momentBodyOf(
      words,
      draft,
      draft.photos.map(({ key }) => key),
      '',
    ),
    draft.photos.map(({ trim }) => trim ?? null),
  ]);

/** A moment that somebody else has changed while it was written: what was written here stays, all else is as it stands `now`. */
export const broughtTogether = (first: Draft, mine: Draft, now: Draft): Draft => ({ ...now, ...changesIn(mine, first) });

/** What keeps a moment from being kept, by the field it belongs to; undefined where nothing does. */
export type Missing = 'people' | 'kept' | 'title' | 'day' | 'future' | 'early';

/** Looks through what was written. @param said `early`: that it was before somebody's birth; `kept`: that the milestone has a moment already */
export function missingIn(
  { title }: Pick<MomentWords, 'title'>,
  draft: { people: readonly string[]; occurredOn: string },
  people: readonly Relationship[],
  said: { today: string; early: boolean; kept?: boolean },
): Missing | undefined {
  if (draft.people.length === 0) return 'people';
  if (said.kept) return 'kept';
  if (title.trim() === '') return 'title';
  const day = draft.occurredOn || said.today;
  if (!isDay(day)) return 'day';
  if (day > said.today) return 'future';
  const chosen = people.filter(({ heartwood_id }) => draft.people.includes(heartwood_id));
  return unbornOn(chosen, day).length > 0 && !said.early ? 'early' : undefined;
}
