import { monthsBetween } from '@heartwood/contract/days';
import { limits } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import type { FamilyRole } from '@heartwood/contract/family';
import { rules } from '@heartwood/contract/validation';
import { milestoneBySlug, milestones } from '@heartwood/contract/milestones';
import type { Milestone } from '@heartwood/contract/milestones';
import { milestoneMessages } from '@heartwood/messages/milestones';
import type { Translate } from '@heartwood/messages/translate';
import { isGuardian } from '#features/family/rules.ts';
import { latestDay } from '#platform/clock.ts';

/** A member of the family a moment belongs to, with the person they are in it. */
interface Viewer {
  readonly userId: string;
  readonly personId: string;
  readonly role: FamilyRole;
}

/** Guardians see every moment, everybody else those that are (also) their own; `queries.ts` says the same in SQL. */
export const maySeeMoment = (viewer: Viewer, people: readonly string[]): boolean =>
  people.length > 0 && (isGuardian(viewer.role) || people.includes(viewer.personId));

/** Who of some members saw a moment and does not see it any longer. @param before, after the people it is of */
export const thoseWhoLose = <V extends Viewer>(members: readonly V[], before: readonly string[], after: readonly string[]): V[] =>
  members.filter((member) => maySeeMoment(member, before) && !maySeeMoment(member, after));

/** Guardians keep moments of every person, others their own alone. */
export const mayKeepFor = (viewer: Viewer, people: readonly string[]): boolean =>
  isGuardian(viewer.role) || people.every((id) => id === viewer.personId);

/** Those who see a moment change, delete, bring back and share it if they are a guardian or wrote it; `queries.ts` says the same in SQL. */
export const mayEditMoment = (viewer: Viewer, moment: { authorId: string }): boolean =>
  isGuardian(viewer.role) || moment.authorId === viewer.userId;

/** Whether something can have happened on a day already, wherever on earth its teller is (UTC+14 is the earliest). */
export const hasCome = (day: string, now: Date): boolean => day <= latestDay(now);

/** Said of a milestone that one of the people has a moment of already: a first is one. */
export const keptAlready = message('moments.refusals.kept');

/** What a moment is called: by its title, else by its milestone, in the language of the reader. */
export function titleOf(t: Translate, { title, milestone }: { title: string; milestone: string | null }): string {
  const known = title === '' && milestone !== null ? milestoneBySlug(milestone) : undefined;
  return known ? t(milestoneMessages[known.slug].past) : title;
}

/**
 * A moment told without its milestone: that is its title from then on, or stands before its text where it has a title of its own. Such a text may be
 * longer than the contract lets anybody write: nothing of it is cut.
 */
export function inWords(
  t: Translate,
  { title, milestone, text }: { title: string; milestone: string | null; text: string },
): { title: string; text: string } {
  const reached = titleOf(t, { title: '', milestone });
  return title === '' ? { title: reached, text } : { title, text: [reached, text].filter((part) => part !== '').join('\n\n') };
}

/** What moments without a title of their own are called, by their milestone, in the language of the reader. */
export const milestoneTitles = (t: Translate): Map<string, string> =>
  new Map(milestones.map(({ slug }) => [slug, titleOf(t, { title: '', milestone: slug })]));

/**
 * A title as it is kept: empty where a milestone is called so in some language, because then every reader has it in theirs.
 * @param title as it was written; empty for what the milestone is called
 */
export function ownTitle(title: string, milestone: string | null, translators: readonly Translate[]): string {
  const known = milestone === null ? undefined : milestoneBySlug(milestone);
  const isShipped = known !== undefined && translators.some((t) => t(milestoneMessages[known.slug].past) === title);
  return isShipped ? '' : title;
}

/**
 * Where a milestone stands for a person on a day: `now` from the day its span begins until the day its last month ends.
 * Counted from the birthday for everybody; only growth corrects for an early birth.
 * @param birth `YYYY-MM-DD`; null where it is not known, and then there is no answer
 */
export function whenIs(milestone: Pick<Milestone, 'fromMonths' | 'toMonths'>, birth: string | null, on: string) {
  if (birth === null) return null;
  const age = monthsBetween(birth, on);
  if (age < milestone.fromMonths) return 'ahead' as const;
  return age <= milestone.toMonths ? ('now' as const) : ('passed' as const);
}

/** The words of the post a moment is shared as: what it is called, then its story, as far as a post has room: in characters, as the contract counts. */
export function postText(title: string, text: string): string {
  const whole = text === '' ? title : `${title}\n\n${text}`;
  return rules.max(whole, limits.story) ? whole : Array.from(whole).slice(0, limits.story).join('');
}
