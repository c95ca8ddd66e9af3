import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { removeStagedSoon } from './jobs.ts';
import * as store from './store.ts';

/** When an account is deleted: what its user is still sending, in every family. */
export async function eraseUploadsUnderWay(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await removeStagedSoon(platform, tx, await store.deleteOfUser(tx, userId));
}

/** Before a family is erased: what is still being sent to it. */
export async function forgetFamilyUploads(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await removeStagedSoon(platform, tx, await store.deleteOfFamily(tx, familyId));
}
