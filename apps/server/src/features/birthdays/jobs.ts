import { profileOf, userById } from '#features/accounts/actions.ts';
import { record } from '#features/activity/actions.ts';
import type { ChosenMails } from '#features/accounts/emails.ts';
import { lockFamily, membersOf, nameOf, roleOf } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { latestDay } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { eachFamily } from '#platform/jobs/each-family.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { deliveredMail, reminderMail } from './emails.ts';
import * as queries from './queries.ts';
import { isDue, isFor, isOpen, reminderLimit } from './rules.ts';
import * as store from './store.ts';
import type { Celebrated, Occasion, WaitingMail } from './tables.ts';

const delivering: JobKind<object> = { name: 'wishes-deliver', concurrency: 1, timeout: 600, retries: 3 };
const mailing: JobKind<object> = { name: 'wishes-mail', concurrency: 1, timeout: 600, retries: 3 };

/**
 * Registers the jobs that deliver wishes and send the mails about them. Every time zone is whole quarters of an hour from UTC, so 7:00 and the
 * end of quiet hours are at one of these times in all of them.
 */
export function birthdaysJobs(platform: Platform, ports: ChosenMails): void {
  platform.jobs.schedule(delivering, '*/5 * * * *', async () => {
    await deliverWishes(platform);
    await sendMails(platform, ports);
  });
  platform.jobs.handle(mailing, () => sendMails(platform, ports));
}

/** Tells of all wishes whose 7:00 has come and that have not been told of: once, also after a night without power or a process that died. */
export async function deliverWishes(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const gathered = await queries.undelivered(platform.db, latestDay(now));
  await eachFamily(platform, gathered, 'wishes could not be delivered', async ({ familyId, ...occasion }) => {
    const errand = actForFamily(familyId, 'wishes are delivered');
    const who = await queries.celebrated(platform.db, errand, occasion.personId);
    if (who && isDue(who, occasion, now)) await deliver(platform, errand, occasion);
  });
}

/**
 * The row that says so is written with the fact and the mails that wait: of two processes that deliver at once, one does. While the person is out of
 * the family there is no reader, so it waits. The family is held: nobody leaves or joins meanwhile.
 */
async function deliver(platform: Platform, errand: FamilyErrand, occasion: Occasion): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockFamily(tx, errand.familyId);
    const who = await queries.celebrated(tx, errand, occasion.personId);
    if (!who) return;
    const readers = (await membersOf(tx, errand.familyId)).filter((member) => isFor(member, who)).map(({ userId }) => userId);
    if (readers.length === 0 || !(await store.insertCard(tx, errand, occasion, platform.clock.now()))) return;
    await record(platform, tx, errand, { type: 'wishes.delivered', ids: { heartwood_id: who.id } });
    await writeSoon(platform, tx, errand, occasion, { about: 'delivered', userIds: readers, senderId: null });
  });
}

/** Has members written to about a birthday, as soon as they may be, in the transaction that makes it necessary. @param of.senderId who asks them */
export async function writeSoon(
  platform: Platform,
  tx: Tx,
  family: FamilyScope | FamilyErrand,
  occasion: Occasion,
  of: Pick<WaitingMail, 'about' | 'senderId'> & { userIds: readonly string[] },
): Promise<void> {
  const { about, senderId, userIds } = of;
  if (userIds.length === 0) return;
  const dueAt = platform.clock.now();
  const mails = userIds.map((userId) => ({ ...occasion, userId, about, senderId, dueAt }));
  await store.putMails(tx, family, mails);
  await platform.jobs.enqueue(tx, mailing, {});
}

/** Sends the mails that wait, to recipients who may be written to now. What cannot be sent is tried again within five minutes. */
export async function sendMails(platform: Platform, ports: ChosenMails): Promise<void> {
  for (const mail of await store.dueMails(platform.db, platform.clock.now()))
    await sendMail(platform, ports, mail).catch((error: unknown) =>
      platform.log.error({ family: mail.familyId, error: describeError(error) }, 'a mail about a birthday could not be sent'),
    );
}

/** Sends one, unless it is not needed any more or not wanted. That it waits no longer is of the transaction that hands it over. */
async function sendMail(platform: Platform, { writeFrom, stopOf }: ChosenMails, waiting: WaitingMail): Promise<void> {
  const errand = actForFamily(waiting.familyId, 'somebody is written to about a birthday');
  await platform.db.transaction(async (tx) => {
    const from = await writeFrom(platform, tx, waiting.userId, 'birthday');
    if (from && from > platform.clock.now()) return store.holdMail(tx, errand, waiting, from);
    if (!(await store.takeMail(tx, errand, waiting)) || !from) return;
    const who = await queries.celebrated(tx, errand, waiting.personId);
    const mail = who && (await mailAbout(platform, tx, errand, who, waiting));
    if (!mail) return;
    // Who has had enough of them for today is told in the app alone.
    if (waiting.about === 'asked' && !(await platform.limits.tryTake(reminderLimit, waiting.userId, tx))) return;
    const stop = stopOf(platform, { userId: waiting.userId, language: mail.language }, 'birthday');
    const reader = { userId: waiting.userId, familyId: waiting.familyId };
    await platform.mail.send(tx, { ...mail, stop }, waiting.senderId ? [reader, { userId: waiting.senderId }] : reader);
  });
}

/** What a recipient is written, if there is still a reason: wishes that are given to them, or that theirs is missed while it may be written. */
async function mailAbout(
  platform: Platform,
  tx: Tx,
  errand: FamilyErrand,
  who: Celebrated,
  { userId, about, senderId, birthdayOn }: WaitingMail,
): Promise<MailMessage | undefined> {
  const role = await roleOf(tx, errand.familyId, userId);
  const reader = role && (await addresseeOf(tx, userId));
  if (!reader) return undefined;
  const { publicUrl } = platform.config;
  const authors = (await queries.wishesFor(tx, errand, { personId: who.id, birthdayOn })).map((wish) => wish.author_id);
  if (about === 'delivered') {
    if (authors.length === 0 || !isFor({ userId, role }, who)) return undefined;
    const names = await Promise.all(authors.map((id) => fullName(tx, id)));
    return deliveredMail(publicUrl, { ...reader, who: { ...who, isReader: who.userId === userId }, birthdayOn, names });
  }
  const isMissed = !authors.includes(userId) && who.userId !== userId && isOpen(who, birthdayOn, platform.clock.now());
  return isMissed && senderId ? reminderMail(publicUrl, { ...reader, who, birthdayOn, sender: await fullName(tx, senderId) }) : undefined;
}

async function fullName(db: Queryable, userId: string): Promise<string> {
  const { firstname, lastname } = await nameOf(db, userId);
  return `${firstname} ${lastname}`.trim();
}

async function addresseeOf(db: Queryable, userId: string) {
  const user = await userById(db, userId);
  const profile = user && (await profileOf(db, userId));
  return profile && { to: user.email, firstname: profile.firstname, language: user.locale };
}
