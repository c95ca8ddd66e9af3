import { daysBetween } from '@heartwood/contract/days';
import { notificationKinds } from '@heartwood/contract/notification-events';
import type { EmailRhythm, NotificationKind } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import { currentLanguage, t } from '@heartwood/messages/current';
import { partsIn } from '@heartwood/messages/formats';
import { clockOf, dayInWords, recentDay } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import type { Preferences, PreferencesChange } from './hooks/use-preferences.ts';

/** How long ago something was, as the page parts it. */
export type Age = 'today' | 'yesterday' | 'week' | 'earlier';

function ageOf({ at }: Pick<Notification, 'at'>, on: string): Age {
  const ago = daysBetween(today(new Date(at)), on);
  if (ago <= 0) return 'today';
  if (ago === 1) return 'yesterday';
  return ago < 7 ? 'week' : 'earlier';
}

/** Lines by how long ago they were, in their order. @param on today, `YYYY-MM-DD` */
export function byAge(lines: readonly Notification[], on: string): { age: Age; lines: Notification[] }[] {
  return [...Map.groupBy(lines, (line) => ageOf(line, on))].map(([age, some]) => ({ age, lines: some }));
}

/** What somebody is called, by user id and by heartwood id. */
export interface Names {
  users: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

/** Whose birthday it is, and when: ahead, today or past. */
function birthdayOf({ person, on }: Notification, name: string, today: string) {
  const day = on ?? today;
  const when = day === today ? 'today' : day > today ? 'ahead' : 'past';
  return { name, turns: person?.turns ?? 0, when, day: dayInWords(day, when === 'ahead' ? { weekday: true } : { year: false }) };
}

/**
 * What has happened, as one sentence; names stand in `<b>`.
 * @param on today, `YYYY-MM-DD`: a birthday is ahead, or past
 */
export function sentenceOf(line: Notification, { users, names }: Names, on: string): string {
  const { actors, actor_count: count, post, person, question } = line;
  const called = ({ user_id, name }: (typeof actors)[number]) => users.get(user_id ?? '') ?? name;
  const [first = '', second = ''] = actors.map(called);
  const who = { count, first, second, others: count - 1 };
  const looks = post?.looks ?? 'words';
  const about = person ? (names.get(person.heartwood_id) ?? person.name) : '';
  switch (line.event) {
    case 'post.shared':
      return t('notifications.lines.shared', { first, count: line.count, looks });
    case 'comment.made': {
      const isOwn = post !== null && count === 1 && post.author.user_id === actors[0]?.user_id;
      const whose = post?.is_mine ? 'mine' : isOwn ? 'own' : 'other';
      return t('notifications.lines.commented', { ...who, looks, whose, author: post ? called(post.author) : '' });
    }
    case 'heart.given':
      return t('notifications.lines.loved', { ...who, looks });
    case 'question.asked':
      return t('notifications.lines.asked', { first });
    case 'question.reminded':
      return t('notifications.lines.reminded', { first });
    case 'question.answered':
      return t('notifications.lines.answered', { ...who, whose: question?.is_mine ? 'mine' : 'other' });
    case 'birthday.near':
    case 'birthday.come':
      return t('notifications.lines.birthday', birthdayOf(line, about, on));
    case 'wish.asked':
      return t('notifications.lines.wish', { first, about });
    case 'wishes.delivered':
      return t('notifications.lines.card', { whose: person?.is_me ? 'mine' : 'other', about });
    case 'memory.come':
      return t('notifications.lines.memory', { count: line.count });
    case 'member.joined':
      return t('notifications.lines.joined', who);
    case 'role.changed':
      return t('notifications.lines.role', { role: line.role });
    case 'plan.refused':
      return t('notifications.lines.refused');
    case 'plan.refunded':
      return t('notifications.lines.refunded');
    case 'plan.ended':
      return t('notifications.lines.ended');
    case 'plan.given':
      return t('notifications.lines.given');
  }
}

/** Letters of what was written that stand below a sentence. */
const shownLetters = 80;

/** What it is about, in its own words; '' where the sentence says all. */
function wordsOf({ event, count, post, comment, question }: Notification): string {
  if (event === 'comment.made') return comment?.text ?? '';
  if (question) return question.text;
  return count === 1 || event === 'heart.given' ? (post?.text ?? '') : '';
}

/**
 * The quiet line below: what was said, in which family where one is in several, and when.
 * @param family the name of the family, where it must be said
 * @param on today, `YYYY-MM-DD`
 */
export function detailsOf(line: Notification, family: string | undefined, on: string): string {
  const words = beginningOf(wordsOf(line), shownLetters);
  const day = today(new Date(line.at));
  const isRecent = daysBetween(day, on) < 2;
  const when = isRecent ? clockOf(line.at) : recentDay(day, on);
  const parts = [words && t('notifications.quoted', { words }), family, when].filter((part): part is string => Boolean(part));
  return partsIn(currentLanguage.forIntl(), parts);
}

/** The page on which somebody finds what a line tells of. */
export function placeOf({ event, count, post, question, person }: Notification) {
  const toPost = post ? ({ to: '/post/$id', params: { id: post.id } } as const) : ({ to: '/dashboard' } as const);
  const toBirthday = { to: '/inspiration/share-birthday', search: { person: person?.slug || (person?.heartwood_id ?? '') } } as const;
  switch (event) {
    case 'question.asked':
    case 'question.reminded':
    case 'question.answered':
      return question ? ({ to: '/treasures/ask-family', search: { question: question.id } } as const) : toPost;
    case 'birthday.near':
    case 'birthday.come':
    case 'wish.asked':
    case 'wishes.delivered':
      return toBirthday;
    case 'member.joined':
    case 'role.changed':
      return { to: '/private/family' } as const;
    case 'plan.refused':
    case 'plan.refunded':
    case 'plan.ended':
    case 'plan.given':
      return { to: '/private/profile', hash: 'subscription' } as const;
    default:
      return count === 1 || event === 'comment.made' || event === 'heart.given' ? toPost : ({ to: '/dashboard' } as const);
  }
}

/** What should reach somebody after a change; what is left out of it stays. */
export function preferencesAfter(before: Preferences, { kinds, ...rest }: PreferencesChange): Preferences {
  const after = notificationKinds.map((kind) => [kind, { ...before.kinds[kind], ...kinds?.[kind] }] as const);
  return { ...before, ...rest, kinds: Object.fromEntries(after) } as Preferences;
}

/** The kinds that letters tell of. Money has mails of its own, which always come. */
export const letterKinds: readonly NotificationKind[] = notificationKinds.filter((kind) => kind !== 'subscription');

/** How often letters come, where that is the same for all kinds they tell of; else undefined. */
export function rhythmOf({ kinds }: Preferences): EmailRhythm | undefined {
  const [first, ...others] = new Set(letterKinds.map((kind) => kinds[kind].email));
  return others.length === 0 ? first : undefined;
}

/** The change that has all letters come so often. */
export const withRhythm = (email: EmailRhythm): PreferencesChange => ({
  kinds: Object.fromEntries(letterKinds.map((kind) => [kind, { email }])),
});

/** How much messages make themselves heard. */
export type Loudness = 'quiet' | 'normal' | 'loud';

/** The level of importance, 1 to 5, that each stands for: of 1 and 2 nothing is heard, from 4 on devices are told at once. */
export const importanceOf = { quiet: 2, normal: 3, loud: 4 } as const satisfies Record<Loudness, number>;

/** How much messages of a level make themselves heard. */
export function loudnessOf(importance: number): Loudness {
  if (importance < importanceOf.normal) return 'quiet';
  return importance < importanceOf.loud ? 'normal' : 'loud';
}

/** Times of the day at every half hour, and `chosen`, which may be at another quarter. @returns `HH:MM`, the earliest first */
export function timesAround(chosen: string): string[] {
  const halves = Array.from({ length: 48 }, (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`);
  return [...new Set([...halves, chosen])].toSorted();
}
