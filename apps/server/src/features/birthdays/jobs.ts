import { profileOf, userById } from '#features/accounts/actions.ts';
import { record } from '#features/activity/actions.ts';
import { membersOf, nameOf } from '#features/family/actions.ts';
import { isGuardian } from '#features/family/rules.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand } from '#features/family/scope.ts';
import { latestDay } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { deliveredMail, reminderMail } from './emails.ts';
import { isDue } from './rules.ts';
import * as store from './store.ts';
import type { Celebrated, Occasion } from './tables.ts';

const delivering: JobKind<object> = { name: 'wishes-deliver', concurrency: 1, timeout: 600, retries: 3 };

/** Says that this process delivers wishes. Every time zone is whole quarters of an hour from UTC, so 7:00 is one of these times in all of them. */
export function birthdaysJobs(platform: Platform): void {
  platform.jobs.schedule(delivering, '*/5 * * * *', () => deliverWishes(platform));
}

/** Tells of all wishes whose 7:00 has come and that have not been told of: once, also after a night without power or a process that died. */
export async function deliverWishes(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  for (const { familyId, ...occasion } of await store.undelivered(platform.db, latestDay(now))) {
    const errand = actForFamily(familyId, 'wishes are delivered');
    const who = await store.celebrated(platform.db, errand, occasion.personId);
    if (who && isDue(who, occasion, now)) await deliver(platform, errand, who, occasion);
  }
}

/** The row that says so is written with the mails and the fact: of two processes that deliver at once, one does. */
async function deliver(platform: Platform, errand: FamilyErrand, who: Celebrated, occasion: Occasion): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await store.insertCard(tx, errand, occasion, platform.clock.now()))) return;
    await record(platform, tx, errand, { type: 'wishes.delivered', ids: { heartwood_id: who.id } });
    const authors = (await store.wishesFor(tx, errand, occasion)).map((wish) => wish.author_id);
    const names = await Promise.all(authors.map((id) => fullName(tx, id)));
    const members = await membersOf(tx, errand.familyId);
    const readers = who.userId ? [who.userId] : members.filter(({ role }) => isGuardian(role)).map(({ userId }) => userId);
    for (const userId of readers) {
      const reader = await addresseeOf(tx, userId);
      if (!reader) continue;
      const about = { ...reader, who: { ...who, isReader: who.userId === userId }, birthdayOn: occasion.birthdayOn, names };
      await platform.mail.send(tx, deliveredMail(platform.config.publicUrl, about));
    }
  });
}

/** Asks somebody by mail for their wish, in the transaction that notes it. */
export async function mailReminder(
  platform: Platform,
  tx: Tx,
  about: { senderId: string; userId: string; who: Celebrated; birthdayOn: string },
): Promise<void> {
  const { senderId, userId, who, birthdayOn } = about;
  const reader = await addresseeOf(tx, userId);
  if (!reader) return;
  const mail = reminderMail(platform.config.publicUrl, { ...reader, who, birthdayOn, sender: await fullName(tx, senderId) });
  await platform.mail.send(tx, mail, { userId: senderId });
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
