import type { FamilyRole } from '@heartwood/contract/family';
import { minute, questionLimits } from '@heartwood/contract/limits';
import type { Audience } from '@heartwood/contract/posts';
import { isGuardian } from '#features/family/rules.ts';
import { localTime, plus } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';

/** A member of the family a question belongs to. */
interface Viewer {
  readonly userId: string;
  readonly role: FamilyRole;
}

/** What decides who sees a question. `recipientIds` counts where it is not asked of everyone. */
export interface Asked {
  askerId: string;
  everyone: boolean;
  recipientIds: readonly string[];
}

/** Who sees a question: everyone who is asked, and who asks. `queries.ts` has the same as SQL, and a test holds the two together. */
export const maySeeQuestion = ({ userId }: Viewer, { askerId, everyone, recipientIds }: Asked): boolean =>
  everyone || askerId === userId || recipientIds.includes(userId);

/** Its asker closes, opens and deletes a question and reminds of it, and so does every guardian who sees it. */
export const mayManageQuestion = (viewer: Viewer, { askerId }: Pick<Asked, 'askerId'>): boolean =>
  askerId === viewer.userId || isGuardian(viewer.role);

/**
 * The recipients of a question by what was given: nothing is everyone but oneself.
 * @returns null where no other member was named
 */
export function chooseRecipients(
  askerId: string,
  named: readonly string[] | undefined,
): { everyone: boolean; recipientIds: string[] } | null {
  if (!named) return { everyone: true, recipientIds: [] };
  const recipientIds = [...new Set(named)].filter((id) => id !== askerId);
  return recipientIds.length > 0 ? { everyone: false, recipientIds } : null;
}

/** Those among whom an answer stays: all members, or these who see the question. */
export interface Circle {
  id: string;
  everyone: boolean;
  /** Its asker and its recipients, as long as they are members. */
  userIds: readonly string[];
}

/** The audience of an answer where nothing else is said: all who see the question. */
export const audienceOfAnswer = (circle: Circle, authorId: string): { audience: Audience; audienceUserIds: string[] } =>
  circle.everyone
    ? { audience: 'family', audienceUserIds: [] }
    : { audience: 'people', audienceUserIds: circle.userIds.filter((id) => id !== authorId) };

/** Whether all who see an answer see the question, too. */
export function isWithin(
  circle: Circle,
  { audience, audienceUserIds }: { audience: Audience; audienceUserIds: readonly string[] },
): boolean {
  if (circle.everyone || audience === 'me') return true;
  return audience === 'people' && audienceUserIds.every((id) => circle.userIds.includes(id));
}

/** The local hours between which reminders are sent: not at night. */
const day = { from: '08:00', to: '21:00' };

/** Whether a user may be reminded at a time. @param timeZone an IANA name: where they are */
export function isDaytime(time: Date, timeZone: string): boolean {
  const clock = localTime(time, timeZone).slice(-5);
  return clock >= day.from && clock < day.to;
}

const quarter = 15 * minute;

/**
 * When a reminder of this time may be sent: now, or in the morning. Every time zone is whole quarters of an hour from UTC, so the morning
 * begins at one of them, also in a night in which clocks are moved.
 * @param timeZone an IANA name: where who is reminded is
 */
export function dueFrom(now: Date, timeZone: string): Date {
  let due = now;
  while (!isDaytime(due, timeZone)) due = new Date((Math.floor(due.getTime() / quarter) + 1) * quarter);
  return due;
}

/** When a user can be reminded again. */
export const remindableFrom = (remindedAt: Date): Date => plus(remindedAt, { hours: questionLimits.reminderHours });

/** Mails with reminders to one address, of all questions together. */
export const reminderLimit: LimitRule = { name: 'question-reminders', points: 5, seconds: 86_400 };
