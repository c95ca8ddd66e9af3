import type { notificationsApi } from '@heartwood/contract/notifications';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { lockUser, userById } from '#features/accounts/actions.ts';
import type { WriteFrom } from '#features/accounts/emails.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { moveTo } from '#features/profiles/actions.ts';
import type { Happened } from '#platform/feature.ts';
import type { Tx } from '#platform/db/pool.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { tellOfChange } from './jobs.ts';
import { nextAllowed, preferencesAfter } from './rules.ts';
import * as store from './store.ts';
import type { Preferences } from './tables.ts';

/** Marks notifications of one's own as read; others, and ids that do not exist, are left alone. @param ids left out, all */
export async function readNotifications(platform: Platform, userId: string, ids: readonly string[] | undefined): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (await store.markRead(tx, userId, ids, platform.clock.now())) await tellOfChange(platform, tx, [userId]);
  });
}

/** Changes what should reach a user; what is left out stays. @throws Refused unauthenticated where they are gone */
export async function changePreferences(platform: Platform, userId: string, change: BodyOf<typeof notificationsApi.prefer>): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await prefer(platform, tx, userId, () => change))) throw refuse.unauthenticated();
  });
}

/**
 * Changes what should reach a user, by what they prefer so far.
 * @param changeOf undefined changes nothing
 * @returns false where they are gone
 */
export async function prefer(
  platform: Platform,
  tx: Tx,
  userId: string,
  changeOf: (before: Preferences) => BodyOf<typeof notificationsApi.prefer> | undefined,
): Promise<boolean> {
  await lockUser(tx, userId);
  const before = (await store.preferencesOf(tx, [userId])).get(userId);
  const change = before && changeOf(before);
  if (!change) return before !== undefined;
  await store.putPreferences(tx, userId, preferencesAfter(before, change), platform.clock.now());
  if (change.time_zone) await moveTo(platform, tx, userId, change.time_zone);
  await tellOfChange(platform, tx, [userId]);
  return true;
}

/**
 * From when on a user may be written to. What they have a choice about, they may have turned off; what a family writes goes to no address that nobody
 * has proved: it may be a stranger's.
 */
export const writeFrom: WriteFrom = async ({ clock }, db, userId, kind) => {
  if (kind && !(await userById(db, userId))?.emailVerifiedAt) return null;
  const prefers = (await store.preferencesOf(db, [userId])).get(userId);
  if (!prefers || (kind && prefers.kinds[kind].email === 'off')) return null;
  return nextAllowed(prefers, clock.now());
};

/** What mails tell of: see `features/digests`. */
export const { holdUnsettled, settle, preferencesOf } = store;

/** Only the user hears that they are told of more, or have read it. */
export const listenersTo = async (
  _platform: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'notifications.changed'>,
): Promise<FamilyScope[]> => listeners.filter(({ userId }) => userId === fact.ids.user_id);
