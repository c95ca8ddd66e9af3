import { setTimeout as sleep } from 'node:timers/promises';
import { letterRhythms } from '@heartwood/contract/notification-events';
import type { LetterRhythm } from '@heartwood/contract/notification-events';
import { userById } from '#features/accounts/actions.ts';
import { roleOf } from '#features/family/actions.ts';
import { isGuardian } from '#features/family/rules.ts';
import { holdUnsettled, preferencesOf, settle } from '#features/notifications/actions.ts';
import { unsettledAfter } from '#features/notifications/queries.ts';
import type { Preferences } from '#features/notifications/tables.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { within } from '#platform/within.ts';
import { letterMail } from './emails.ts';
import { letterTo } from './present.ts';
import { dueOf, toldUntil } from './rules.ts';
import type { Due } from './rules.ts';

const sending: JobKind<object> = { name: 'digests', concurrency: 1, timeout: 3_600, retries: 1 };
/** Takes back the mails with a tag that were written until a time (ISO 8601). */
const takingBack: JobKind<{ tag: string; until: string }> = { name: 'digests-take-back', concurrency: 4, timeout: 600, retries: 10 };

/** How many people are asked about in one statement, and written to at the same time. */
const batchSizes = { people: 500, concurrent: 4 };

/**
 * Writes to everybody who is to be told of something by now. What cannot be sent is tried again with the next run.
 * @param people how many are looked at in one statement
 */
export async function sendLetters(platform: Platform, people = batchSizes.people): Promise<void> {
  const now = platform.clock.now();
  const untilIn = letterTimes(now);
  for (let after: string | undefined; ;) {
    const unsettled = await unsettledAfter(platform.db, after, people);
    const byUser = Map.groupBy(unsettled, ({ userId }) => userId);
    const preferences = await preferencesOf(platform.db, [...byUser.keys()]);
    const work = [...byUser].flatMap(([userId, open]) => {
      const preferred = preferences.get(userId);
      if (!preferred) return [];
      const due = (mayWrite: boolean) =>
        dueOf(preferred, now, untilIn(preferred), mayWrite).filter(({ events, until }) =>
          open.some(({ event, since }) => events.includes(event) && since <= until),
        );
      return due(true).length > 0 ? [{ userId, due }] : [];
    });
    for (let at = 0; at < work.length; at += batchSizes.concurrent)
      await Promise.all(work.slice(at, at + batchSizes.concurrent).map(({ userId, due }) => settleFor(platform, userId, due)));
    after = [...byUser.keys()].at(-1);
    if (byUser.size < people) return;
  }
}

/** The times of the latest letters, by time zone: there are few of them. */
function letterTimes(now: Date): (preferences: Preferences) => (rhythm: LetterRhythm) => Date {
  const known = new Map<string, Record<LetterRhythm, Date>>();
  return ({ timeZone }) => {
    const made = () => Object.fromEntries(letterRhythms.map((rhythm) => [rhythm, toldUntil(rhythm, timeZone, now)]));
    const times = known.get(timeZone) ?? (made() as Record<LetterRhythm, Date>);
    known.set(timeZone, times);
    return (rhythm) => times[rhythm];
  };
}

/** Decides what becomes of a user's notifications, and writes to them. What fails is tried again with the next run. */
async function settleFor(platform: Platform, userId: string, dueFor: (mayWrite: boolean) => Due[]): Promise<void> {
  try {
    const user = await userById(platform.db, userId);
    if (!user) return;
    for (const due of dueFor(user.emailVerifiedAt !== null)) await send(platform, user, due);
  } catch (error) {
    platform.log.error({ user: userId, error: describeError(error) }, 'a letter could not be sent');
  }
}

type Recipient = NonNullable<Awaited<ReturnType<typeof userById>>>;

/** One letter, and that what is in it has been told: in one transaction, so that it is told exactly once. */
async function send(platform: Platform, user: Recipient, { rhythm, events, until }: Due): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction(async (tx) => {
    const open = await holdUnsettled(tx, { userId: user.id, events, until });
    if (open.size === 0) return;
    const letter = rhythm && (await letterTo(within(platform, tx), { userId: user.id, language: user.locale }, (id) => open.has(id)));
    await settle(tx, user.id, open, now);
    if (!letter || letter.families.length === 0) return;
    await platform.mail.send(tx, letterMail(platform, { user, rhythm, letter }), [
      ...letter.actorIds.map((userId) => ({ userId })),
      ...letter.families.map(({ id }) => ({ userId: user.id, familyId: id })),
    ]);
  });
}

// [Note: A mail that waits for who has left]
// A mail waits as long as the mail server is away, and who leaves a family, or is taken out of it, is no longer to be sent what it says, nor its pictures; nor
// is who was a guardian what guardians see. So what tells of a family (letters, here, and reminders of questions and birthdays, by features below)
// carries a tag of its reader as a member of each family in it, and a job takes back what carries it. A mail that is being sent at that time may wait again
// later, so the job looks until there is none: every second, because a mail that was not taken is not tried again before two. One that is being written is
// found by a second job: a minute is left to the transaction in which it is.

/** How often the job looks for a mail that is being sent: a try to send one takes two minutes at most. Milliseconds between two looks. */
const looking = { times: 150, interval: 1_000 };

/** Takes back, once the transaction is kept, the mails with something of a family that wait for who leaves it. */
export async function takeBackMails(
  { jobs, mail, clock }: Platform,
  tx: Tx,
  happened: Happened<'member.left' | 'role.changed'>,
): Promise<void> {
  const { familyId, fact } = happened;
  const now = clock.now();
  const tag = mail.tagOf({ familyId, userId: fact.ids.user_id });
  const data = { tag, until: plus(now, { minutes: 1 }).toISOString() };
  await jobs.enqueue(tx, takingBack, data);
  await jobs.enqueue(tx, takingBack, data, { after: plus(now, { minutes: 5 }) });
}

/** The same for who is no guardian any more. What a relative may see of it they find in the app alone. */
export async function takeBackUnlessGuardian(platform: Platform, tx: Tx, happened: Happened<'role.changed'>): Promise<void> {
  const role = await roleOf(tx, happened.familyId, happened.fact.ids.user_id);
  if (role && !isGuardian(role)) await takeBackMails(platform, tx, happened);
}

/** Takes them back, also what is being sent once it waits again. @throws Error where something is still being sent: the job is tried again */
async function takeBack({ mail }: Platform, { tag, until }: { tag: string; until: string }): Promise<void> {
  for (let left = looking.times; left > 0; left -= 1) {
    if (!(await mail.takeBack([tag], new Date(until)))) return;
    await sleep(looking.interval);
  }
  throw new Error('a mail that is to be taken back is still being sent');
}

/** Registers the jobs that write letters, every minute to those whose time has come, and take mails back. */
export function digestsJobs(platform: Platform): void {
  platform.jobs.handle(takingBack, (mails) => takeBack(platform, mails));
  platform.jobs.schedule(sending, '* * * * *', () => sendLetters(platform));
}
