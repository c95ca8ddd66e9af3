import { keyIn } from '#platform/archive/chapter.ts';
import type { Tx } from '#platform/db/pool.ts';
import { retryTransaction } from '#platform/db/retries.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { readerOf } from './actions.ts';
import type { Session } from './actions.ts';
import { goodbyeMail } from './emails.ts';
import { forgetPortraits } from './jobs.ts';
import { presentProfile } from './present.ts';
import * as store from './store.ts';

/** Deletes the account itself. It comes last: everything that still points to the user goes with the row. */
export async function eraseAccount(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await forgetPortraits(platform, tx, await store.portraitsOf(tx, userId));
  await store.deleteIdempotencyKeys(tx, userId);
  await store.deleteUser(tx, userId);
}

/** Deletes an account with everything that the features know of it, in one transaction. */
export async function deleteAccount(platform: Platform, session: Session): Promise<void> {
  const { userId, email: to } = session;
  const reader = await readerOf(platform.db, userId);
  await retryTransaction(() =>
    platform.db.transaction(async (tx) => {
      await platform.features.eraseAccount(platform, tx, userId);
      await platform.mail.send(tx, goodbyeMail(platform.config.publicUrl, { to, ...reader }));
    }),
  );
}

/** One's own profile. */
export const profileChapter: Chapter = {
  of: 'account',
  name: 'profile',
  title: 'Your profile',
  async *entries(platform, userId) {
    const { images, ...profile } = await presentProfile(platform, userId);
    const { firstname, lastname, email, phone, description, birth } = profile;
    yield {
      data: profile,
      row: { firstname, lastname, email, phone, description, birth },
      heading: `${firstname} ${lastname}`,
      day: birth,
      text: description ?? '',
      lines: [email, phone, birth && `Born ${birth}`].filter((line): line is string => Boolean(line)),
      media: [],
      pictures: images.map(({ path }) => keyIn(path)),
    };
  },
};
