import type { FamilyRole } from '@heartwood/contract/family';
import { questionLimits } from '@heartwood/contract/limits';
import type { Audience } from '@heartwood/contract/posts';
import { isGuardian } from '#features/family/rules.ts';
import { plus } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';

/** Somebody who is a member of the family a question belongs to. */
export interface Viewer {
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
 * Whom somebody asks after what was said: nothing is everyone. Oneself is not asked.
 * @returns null where nobody else was named
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

/** Whom an answer is for where nothing else is said: all who see the question. */
export const audienceOfAnswer = (circle: Circle, authorId: string): { audience: Audience; audienceUserIds: string[] } =>
  circle.everyone
    ? { audience: 'family', audienceUserIds: [] }
    : { audience: 'people', audienceUserIds: circle.userIds.filter((id) => id !== authorId) };

/** Whether an answer is shown to nobody who does not see the question. */
export function isWithin(
  circle: Circle,
  { audience, audienceUserIds }: { audience: Audience; audienceUserIds: readonly string[] },
): boolean {
  if (circle.everyone || audience === 'me') return true;
  return audience === 'people' && audienceUserIds.every((id) => circle.userIds.includes(id));
}

/** Hours (UTC) between which reminders are sent: nobody is woken up. Nobody's time zone is known yet. */
const day = { from: 8, to: 21 };

/** When a reminder of this moment may be sent: now, or in the morning. */
export function dueFrom(now: Date): Date {
  const hour = now.getUTCHours();
  if (hour >= day.from && hour < day.to) return now;
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + (hour >= day.to ? 1 : 0));
  return plus(new Date(midnight), { hours: day.from });
}

/** When somebody can be reminded again. */
export const remindableFrom = (remindedAt: Date): Date => plus(remindedAt, { hours: questionLimits.reminderHours });

/** Mails with reminders to one address, of all questions together. */
export const reminderLimit: LimitRule = { name: 'question-reminders', points: 5, seconds: 86_400 };
