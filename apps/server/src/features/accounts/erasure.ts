import { dayIn } from '@heartwood/messages/formats';
import { createHmac } from 'node:crypto';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import { retryTransaction } from '#platform/db/retries.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { readerOf } from './actions.ts';
import type { Session } from './actions.ts';
import { goodbyeMail } from './emails.ts';
import { forgetPortraits } from './jobs.ts';
import { presentProfile } from './present.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { portraits, profiles, users } from './tables.ts';

// [Note: What is known of a deleted account]
// Keyed hashes, in `erased_accounts`: of the address and the user's id, so that mails to and about them are removed from the queue and the outbox
// within a day, once the last one has gone out; and, for a year, of an address whose family has had the trial, so that deleting and registering
// again gives no second one. A hash does not tell an address, only whether another one is the same.

const trialTags = ({ secrets }: Platform, email: string): string[] =>
  secrets.keys('trials of deleted accounts').map(({ key }) => createHmac('sha256', key).update(email).digest('hex'));

/** Remembers for a year that a user whose account is being deleted, or has another address from now on, has started a family. */
export async function rememberTrial(platform: Platform, tx: Tx, userId: string): Promise<void> {
  const user = await store.userById(tx, userId);
  const [tag] = user ? trialTags(platform, user.email) : [];
  if (tag) await store.insertErased(tx, [{ tag, kind: 'trial', erasedAt: platform.clock.now() }]);
}

/** Whether an address has had a trial in the last year, with an account that is no more or has another address. */
export async function hadTrial(platform: Platform, tx: Tx, userId: string): Promise<boolean> {
  const user = await store.userById(tx, userId);
  const since = plus(platform.clock.now(), { days: -rules.trialMemoryDays });
  return user !== undefined && store.isErased(tx, 'trial', trialTags(platform, user.email), since);
}

/** Deletes the account itself. It comes last: everything that still points to the user goes with the row. */
export async function eraseAccount(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await forgetPortraits(platform, tx, await store.portraitsOf(tx, userId));
  const user = await store.userById(tx, userId);
  const tags = [userId, ...(user ? [user.email] : [])].map(platform.mail.tagOf);
  await store.insertErased(
    tx,
    tags.map((tag) => ({ tag, kind: 'mails', erasedAt: platform.clock.now() })),
  );
  await store.deleteIdempotencyKeys(tx, userId);
  await store.deleteUser(tx, userId);
}

/** What becomes of somebody's families, which are a feature above. */
export interface FamiliesLeft {
  /** The families a user is in. No member of these, or of families that the user has left and that remember them, changes anything meanwhile. See [Note: When a membership is judged]. */
  familiesIn: (tx: Tx, userId: string) => Promise<{ id: string; name: string }[]>;
  /** Whether a family has been erased, because nobody was left in it. */
  isErased: (tx: Tx, familyId: string) => Promise<boolean>;
}

/** Deletes an account with everything that the features know of it, in one transaction. Its mail says which families are gone with it. */
export async function deleteAccount(platform: Platform, session: Session, { familiesIn, isErased }: FamiliesLeft): Promise<void> {
  const { userId } = session;
  await retryTransaction(() =>
    platform.db.transaction(async (tx) => {
      const families = await familiesIn(tx, userId);
      const user = await store.userById(tx, userId);
      const reader = await readerOf(tx, userId);
      await platform.features.eraseAccount(platform, tx, userId);
      const gone: string[] = [];
      for (const { id, name } of families) if (await isErased(tx, id)) gone.push(name);
      const left = { gone, stay: families.length > gone.length };
      if (user) await platform.mail.send(tx, goodbyeMail(platform.config.publicUrl, { to: user.email, ...reader }, left));
    }),
  );
}

/** One's own profile. */
export const profileChapter: Chapter = {
  of: 'account',
  name: 'profile',
  title: 'export.archive.chapters.profile',
  tables: [users, profiles, portraits],
  async *entries(platform, userId, reader) {
    const { images, ...profile } = await presentProfile(platform, userId);
    const { firstname, lastname, email, phone, description, birth } = profile;
    yield {
      data: profile,
      row: {
        'export.archive.columns.firstname': firstname,
        'export.archive.columns.lastname': lastname,
        'export.archive.columns.email': email,
        'export.archive.columns.phone': phone,
        'export.archive.columns.description': description,
        'export.archive.columns.birth': birth,
      },
      heading: `${firstname} ${lastname}`,
      day: birth,
      text: description ?? '',
      lines: [email, phone, birth && reader.t('export.archive.born', { day: dayIn(reader, birth) })].filter((line): line is string =>
        Boolean(line),
      ),
      media: [],
      pictures: images.map(({ path }) => platform.storage.keyIn(path)),
    };
  },
};
