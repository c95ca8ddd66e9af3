import { letterRhythms } from '@heartwood/contract/notification-events';
import type { LetterRhythm } from '@heartwood/contract/notification-events';
import { userById } from '#features/accounts/actions.ts';
import { preferencesOf, settle } from '#features/notifications/actions.ts';
import { unsettledAfter } from '#features/notifications/queries.ts';
import type { Preferences } from '#features/notifications/tables.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { letterMail } from './emails.ts';
import { letterTo } from './present.ts';
import { dueOf, toldUntil } from './rules.ts';
import type { Due } from './rules.ts';

const sending: JobKind<object> = { name: 'digests', concurrency: 1, timeout: 3_600, retries: 1 };
/** Takes back the letters with a tag that were written until a time (ISO 8601). */
const takingBack: JobKind<{ tag: string; until: string }> = { name: 'digests-take-back', concurrency: 1, timeout: 600, retries: 10 };

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
    const settled = await settle(tx, { userId: user.id, events, until }, now);
    if (!rhythm || settled.size === 0) return;
    const letter = await letterTo(platform, { userId: user.id, language: user.locale }, (id) => settled.has(id));
    if (letter.families.length === 0) return;
    await platform.mail.send(tx, letterMail(platform, { user, rhythm, letter }), [
      ...letter.actorIds.map((userId) => ({ userId })),
      ...letter.families.map(({ id }) => ({ userId: user.id, familyId: id })),
    ]);
  });
}

// [Note: A letter that waits for who has left]
// A letter waits as long as the mail server is away, and who leaves a family, or is taken out of it, is no longer to be sent what it says, nor its pictures.
// So every letter carries a tag of its reader as a member of each family in it, and a job takes back what carries it. A letter that is being sent at
// that time may wait again later, so the job fails while there is one, and is tried again. One that is being written is found by a second job: a
// minute is left to the transaction in which it is.

/** Takes back, once the transaction is kept, the letters with something of a family that wait for who leaves it. */
export async function takeBackLetters({ jobs, mail, clock }: Platform, tx: Tx, { familyId, fact }: Happened<'member.left'>): Promise<void> {
  const now = clock.now();
  const tag = mail.tagOf({ familyId, userId: fact.ids.user_id });
  const data = { tag, until: plus(now, { minutes: 1 }).toISOString() };
  await jobs.enqueue(tx, takingBack, data);
  await jobs.enqueue(tx, takingBack, data, { after: plus(now, { minutes: 5 }) });
}

/** @throws Error while a letter is being sent: the job is tried again */
async function takeBack({ mail }: Platform, { tag, until }: { tag: string; until: string }): Promise<void> {
  if (await mail.takeBack([tag], new Date(until))) throw new Error('a letter that is to be taken back is just being sent');
}

/** Registers the jobs that write letters, every minute to those whose time has come, and take them back. */
export function digestsJobs(platform: Platform): void {
  platform.jobs.handle(takingBack, (letters) => takeBack(platform, letters));
  platform.jobs.schedule(sending, '* * * * *', () => sendLetters(platform));
}
