import { nameOf, roleOf, timeZonesOf } from '#features/family/actions.ts';
import { userById } from '#features/accounts/actions.ts';
import type { ChosenMails } from '#features/accounts/emails.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { purge, purgeJob } from '#platform/db/undo.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { reminderMail } from './emails.ts';
import { isDaytime, reminderLimit } from './rules.ts';
import * as store from './store.ts';

/** Who has answered a question so that another member may see it: the posts, which stand above, know it. */
export type AnsweredBy = (db: Queryable, family: FamilyScope | FamilyErrand, questionId: string) => Promise<string[]>;

/** What reminders need from the features above. */
export interface ReminderPorts extends ChosenMails {
  answeredBy: AnsweredBy;
}

const purging = purgeJob('questions');
const reminding: JobKind<{ familyId: string }> = { name: 'questions-remind', concurrency: 1, timeout: 300, retries: 5 };
/** What finds the reminders whose job ran before they were due: the database's clock tells jobs apart, the application's the reminders. */
const catchingUp: JobKind<object> = { name: 'questions-remind-late', concurrency: 1, timeout: 600, retries: 3 };

/** Sends the reminders of a family that are due at a time once it has come. */
export const remindSoon = (platform: Platform, tx: Tx, { familyId }: FamilyScope | FamilyErrand, dueAt: Date): Promise<void> =>
  platform.jobs.enqueue(tx, reminding, { familyId }, { family: familyId, ...(dueAt > platform.clock.now() ? { after: dueAt } : {}) });

/** Sends what is due of a family; what cannot be sent now is tried again within the hour. */
async function sendDue(platform: Platform, familyId: string, ports: ReminderPorts): Promise<void> {
  const errand = actForFamily(familyId, 'reminders of questions are due');
  for (const reminder of await store.dueReminders(platform.db, errand, platform.clock.now())) {
    await sendReminder(platform, errand, reminder, ports).catch((error: unknown) =>
      platform.log.error({ question: reminder.questionId, error: describeError(error) }, 'a reminder could not be sent'),
    );
  }
}

/** Sends one reminder, unless it is not needed any more (answered, closed, gone) or not wanted. Row and mail are of one transaction. */
async function sendReminder(
  platform: Platform,
  errand: FamilyErrand,
  reminder: { questionId: string; userId: string },
  { answeredBy, writeFrom, stopOf }: ReminderPorts,
): Promise<void> {
  const { questionId, userId } = reminder;
  const now = platform.clock.now();
  await platform.db.transaction(async (tx) => {
    const user = await userById(tx, userId);
    const question = await store.openQuestion(tx, errand, questionId);
    const isNeeded = user && question && !(await answeredBy(tx, errand, questionId)).includes(userId);
    const isMember = isNeeded && (await roleOf(tx, errand.familyId, userId)) !== undefined;
    const from = isMember ? await writeFrom(platform, tx, userId, 'question') : null;
    const isAsked = isMember && from !== null;
    if (from && from > now) {
      await store.holdReminder(tx, errand, reminder, from);
      return remindSoon(platform, tx, errand, from);
    }
    // Late, or for a user who has gone elsewhere meanwhile, it may be night by now.
    if (isAsked && !isDaytime(now, (await timeZonesOf(tx, errand.familyId))(userId))) return;
    // A user who has had enough mails for today is reminded another time.
    if (isAsked && !(await platform.limits.tryTake(reminderLimit, user.email))) return;
    if (!(await store.takeReminder(tx, errand, reminder, now)) || !isAsked) return;
    const [to, asker] = [await nameOf(tx, userId), await nameOf(tx, question.askerId)];
    await platform.mail.send(
      tx,
      reminderMail(platform.config.publicUrl, {
        to: { address: user.email, name: `${to.firstname} ${to.lastname}`.trim() },
        language: user.locale,
        asker: asker.firstname || asker.lastname,
        question,
        replyTo: platform.replyAddresses.of(userId, { kind: 'question', id: questionId }),
        stop: stopOf(platform, { userId, language: user.locale }, 'question'),
      }),
      [{ userId: question.askerId }, { userId, familyId: errand.familyId }],
    );
  });
}

/** Sends every reminder that is due. */
export async function sendReminders(platform: Platform, ports: ReminderPorts): Promise<void> {
  for (const familyId of await store.familiesWithDue(platform.db, platform.clock.now())) await sendDue(platform, familyId, ports);
}

/** Removes for good, with their media, questions that were deleted so long ago that they cannot be brought back. */
export const purgeQuestions = (platform: Platform): Promise<void> =>
  purge(platform, { families: store.familiesWithDeleted, actForFamily, remove: store.removeDeleted, removeMedia });

/** Registers the jobs that send reminders when they are due, and every hour what was left. */
export function questionsJobs(platform: Platform, ports: ReminderPorts): void {
  platform.jobs.handle(reminding, ({ familyId }) => sendDue(platform, familyId, ports));
  platform.jobs.schedule(catchingUp, '10 * * * *', () => sendReminders(platform, ports));
  platform.jobs.schedule(purging, '35 * * * *', () => purgeQuestions(platform));
}
