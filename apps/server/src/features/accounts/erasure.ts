import { keyIn } from '#platform/archive/chapter.ts';
import type { Exported } from '#platform/archive/chapter.ts';
import type { Tx } from '#platform/db/pool.ts';
import { again } from '#platform/db/retries.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from './actions.ts';
import { goodbyeMail } from './emails.ts';
import { forgetPortraits } from './jobs.ts';
import { presentProfile } from './present.ts';
import * as store from './store.ts';

/** What a feature does when somebody deletes their account. */
export interface Erasure {
  /** The feature's. */
  name: string;
  /** Deletes or hands over what the feature knows of a user, rows in the transaction, bytes by a job that it enqueues in it. */
  erase(platform: Platform, tx: Tx, userId: string): Promise<void>;
}

/** The account itself: comes last, everything that still points to the user goes with the row. */
export const erasure: Erasure = {
  name: 'accounts',
  async erase(platform, tx, userId) {
    await forgetPortraits(platform, tx, await store.portraitsOf(tx, userId));
    await store.deleteOnce(tx, userId);
    await store.deleteUser(tx, userId);
  },
};

/**
 * Deletes an account: everything or nothing.
 * @param erasures what each feature does, in this order
 */
export async function deleteAccount(platform: Platform, session: Session, erasures: readonly Erasure[]): Promise<void> {
  const { userId, email: to } = session;
  const firstname = (await store.profileOf(platform.db, userId))?.firstname ?? '';
  await again(() =>
    platform.db.transaction(async (tx) => {
      for (const { erase } of erasures) await erase(platform, tx, userId);
      await platform.mail.send(tx, goodbyeMail(platform.config.publicUrl, { to, firstname }));
    }),
  );
}

/** One's own profile, as it goes into an export. */
export async function exportProfile(platform: Platform, userId: string): Promise<Exported> {
  const { images, ...profile } = await presentProfile(platform, userId);
  const { firstname, lastname, email, phone, description, birth } = profile;
  return {
    data: profile,
    row: { firstname, lastname, email, phone, description, birth },
    heading: `${firstname} ${lastname}`,
    day: birth,
    text: description ?? '',
    lines: [email, phone, birth && `Born ${birth}`].filter((line): line is string => Boolean(line)),
    media: [],
    pictures: images.map(({ path }) => keyIn(path)),
  };
}
