import { minute } from '@heartwood/contract/limits';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { notificationDays, notificationEvents, notificationKinds } from '@heartwood/contract/notification-events';
import type { NotificationEvent, NotificationKind } from '@heartwood/contract/notification-events';
import type { notificationsApi } from '@heartwood/contract/notifications';
import type { FamilyRole } from '@heartwood/contract/family';
import { plusDays } from '@heartwood/contract/days';
import { clockIn, daysIn, localTime, plus } from '#platform/clock.ts';
import type { News, NotificationRow, Preferences, Subject } from './tables.ts';

// [Note: Who is told]
// Of a fact those may be told who may see it: that says the feature of the fact (`hears`), when it is told. Of those, it
// concerns the ones that `concerns` names; its actor is never told. What has been told is shown only as long as they may see it: every read
// asks the audience rules again (`queries.ts`), so nothing has to be taken back when something is deleted, hidden, or comes back.

/** Whom a fact concerns, of those who may see it. */
type Circle = 'everybody' | 'author' | 'conversation' | 'named' | 'owner';

const circles: Record<NotificationEvent, Circle> = {
  'post.shared': 'everybody',
  'comment.made': 'conversation',
  'heart.given': 'author',
  'question.asked': 'everybody',
  'question.reminded': 'named',
  'question.answered': 'everybody',
  'birthday.near': 'everybody',
  'birthday.come': 'everybody',
  'wish.asked': 'named',
  'wishes.delivered': 'everybody',
  'memory.come': 'everybody',
  'member.joined': 'everybody',
  'role.changed': 'named',
  'plan.refused': 'owner',
  'plan.refunded': 'owner',
  'plan.ended': 'owner',
  'plan.given': 'owner',
};

/** A member who may see what happened. */
interface Listener {
  readonly userId: string;
  readonly personId: string;
  readonly role: FamilyRole;
}

/** What is known of what happened, beyond its ids: who wrote the post, who has said something about it, whom the fact names. */
export interface Known {
  authorId?: string;
  speakerIds?: readonly string[];
  namedId?: string | undefined;
}

/** Whether a user is told of something that they may see. See [Note: Who is told]. */
export function concerns({ userId, personId, role }: Listener, { event, actorId, personId: aboutId }: News, known: Known): boolean {
  if (userId === actorId) return false;
  switch (circles[event]) {
    case 'everybody':
      // Whose birthday it is knows that.
      return !event.startsWith('birthday.') || personId !== aboutId;
    case 'author':
      return userId === known.authorId;
    case 'conversation':
      return userId === known.authorId || (known.speakerIds?.includes(userId) ?? false);
    case 'named':
      return userId === known.namedId;
    case 'owner':
      return role === 'owner';
  }
}

/** Which kind something that is told is of. */
export const kindOf = (event: NotificationEvent): NotificationKind => notificationEvents[event];

const nothing: Subject = { postId: null, commentId: null, questionId: null, personId: null, day: null };

/**
 * What is told, with what makes it one: who gives a heart, takes it back and gives it again is told of once, but each reminder is another.
 * @param by the ids that make it one
 */
export function newsOf(event: NotificationEvent, by: readonly string[], at: Date, about: Partial<Subject>, actorId: string | null): News {
  return { ...nothing, ...about, event, fact: [event, ...by].join(' '), actorId, at };
}

/** Days for which a post counts as news: who comes to see it later, because its audience was changed, finds it in the feed. */
const newsDays = 30;

/** Whether a post that is changed may still be told to those who did not see it before. */
export const isNews = (sharedAt: Date, now: Date): boolean => sharedAt > plus(now, { days: -newsDays });

/** On the clock of a place: when people are told what a day brings. */
const morning = { from: '08:00', until: '12:00' };

/** Whether people are told now what the day brings. @param timeZone an IANA name */
export function isMorning(now: Date, timeZone: string): boolean {
  const clock = localTime(now, timeZone).slice(-5);
  return clock >= morning.from && clock < morning.until;
}

/** The birthdays that are near on a day: in three days. @param on `YYYY-MM-DD` */
export const nearTo = (on: string): string => plusDays(on, 3);

/** Memories of one day, of one family, that a member is told of. */
export const mostMemories = 5;

/** The earliest notification that is kept. */
export const keptSince = (now: Date): Date => plus(now, { days: -notificationDays });

/** Of so many notifications at most lines are made at once, and the unread ones counted. */
export const mostRows = 500;

/** What several notifications have in common that stand in one line: the same of one thing; what a user shared, who joined, what is remembered. */
function subjectOf(row: NotificationRow): string | null {
  switch (row.event) {
    case 'post.shared':
      return row.actor_id;
    case 'comment.made':
    case 'heart.given':
      return row.post_id;
    case 'question.asked':
    case 'question.reminded':
    case 'question.answered':
      return row.question_id;
    case 'birthday.near':
    case 'birthday.come':
    case 'wish.asked':
    case 'wishes.delivered':
      return row.person_id;
    default:
      return null;
  }
}

/** What stands in one line: notifications, the latest first. */
export type Line = [NotificationRow, ...NotificationRow[]];

/**
 * Puts notifications together that are about the same, of one family, on one day where the person is.
 * @param rows the latest first
 * @param timeZone an IANA name
 * @returns the lines, each where its latest stands
 */
export function linesOf(rows: readonly NotificationRow[], timeZone: string): Line[] {
  const dayAt = daysIn(timeZone);
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const key = [row.family_id, row.event, subjectOf(row), dayAt(new Date(row.created_at))].join(' ');
    const line = lines.get(key);
    if (line) line.push(row);
    else lines.set(key, [row]);
  }
  return [...lines.values()];
}

/** A place among a user's notifications. */
export type Position = Pick<NotificationRow, 'id' | 'created_at'>;

/** Where a page goes on: lines are made of what there is from `from` on, and those of them are shown whose latest is older than `behind`. */
export interface Onward {
  from: Position;
  behind: Position;
}

function isOlder(one: Position, other: Position): boolean {
  const [at, otherAt] = [Date.parse(one.created_at), Date.parse(other.created_at)];
  return at < otherAt || (at === otherAt && one.id < other.id);
}

/**
 * A page of lines. A line never goes beyond a day, so the next page makes its lines of the whole day that this one has ended in and leaves out
 * what has been shown: each is on one page.
 * @param rows the latest first, from `onward.from` on: one more than `mostRows` where there are so many. Of a day that has more of them a line
 * may go on as another one
 * @param most lines of a page
 */
export function pageOf(
  rows: readonly NotificationRow[],
  timeZone: string,
  most: number,
  onward?: Onward,
): { lines: Line[]; next: Onward | undefined } {
  const [read, beyond] = [rows.slice(0, mostRows), rows[mostRows]];
  const left = linesOf(read, timeZone).filter(([latest]) => !onward || isOlder(latest, onward.behind));
  const lines = left.slice(0, most);
  const [behind, last] = [lines.at(-1)?.[0], read.at(-1)];
  if (left.length > most && behind) {
    const dayAt = daysIn(timeZone);
    const day = dayAt(new Date(behind.created_at));
    const from = read.find(({ created_at }) => dayAt(new Date(created_at)) === day) ?? behind;
    return { lines, next: { from, behind } };
  }
  return { lines, next: beyond && last ? { from: beyond, behind: last } : undefined };
}

/**
 * What holds for users who have chosen nothing: one letter in the evening, and at once what a user waits for. Money is always told by mails of its own
 * (`billing/emails.ts`).
 */
export const usual: Omit<Preferences, 'timeZone'> = {
  kinds: {
    question: { push: true, email: 'instant' },
    answer: { push: true, email: 'daily' },
    birthday: { push: true, email: 'daily' },
    comment: { push: true, email: 'daily' },
    post: { push: false, email: 'daily' },
    memory: { push: false, email: 'daily' },
    heart: { push: false, email: 'daily' },
    member: { push: true, email: 'daily' },
    subscription: { push: true, email: 'off' },
  },
  quietHours: { from: '21:00', until: '07:30' },
  importance: 3,
  visibility: 0,
};

/** What a user prefers after a change; what is left out of it stays. */
export function preferencesAfter(before: Preferences, change: BodyOf<typeof notificationsApi.prefer>): Preferences {
  const { kinds, quiet_hours: quietHours = before.quietHours, importance = before.importance, visibility = before.visibility } = change;
  const changed = notificationKinds.map((kind) => {
    const { push = before.kinds[kind].push, email = before.kinds[kind].email } = kinds?.[kind] ?? {};
    return [kind, { push, email }] as const;
  });
  return { ...before, kinds: Object.fromEntries(changed) as Preferences['kinds'], quietHours, importance, visibility };
}

const isQuiet = (clock: string, { from, until }: NonNullable<Preferences['quietHours']>): boolean =>
  from < until ? clock >= from && clock < until : clock >= from || clock < until;

type Rest = Pick<Preferences, 'quietHours' | 'timeZone'>;

/** Whether something may reach a user's devices and mailbox at a time: not in their quiet hours. */
export const mayTellAt = (preferences: Rest, time: Date): boolean => nextAllowed(preferences, time) === time;

const quarter = 15 * minute;

/**
 * When something may reach a user: at a time, or when the quiet hours that it is in are over. They begin and end at quarters of an hour, and every
 * time zone is whole quarters from UTC: so they end at one of UTC's, also in a night in which clocks are moved.
 * @returns the time itself where it is not in quiet hours
 */
export function nextAllowed({ quietHours, timeZone }: Rest, time: Date): Date {
  if (!quietHours) return time;
  const clockAt = clockIn(timeZone);
  let next = time;
  while (isQuiet(clockAt(next).slice(-5), quietHours)) next = new Date((Math.floor(next.getTime() / quarter) + 1) * quarter);
  return next;
}
