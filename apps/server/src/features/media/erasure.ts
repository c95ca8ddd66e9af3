import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { removeBytesSoon } from './jobs.ts';
import * as store from './store.ts';

/** When an account is deleted: everything its user has uploaded goes, in every family, rows now and bytes soon. */
export async function eraseUploads(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await removeBytesSoon(platform, tx, await store.deleteUploads(tx, userId));
}

/** Before a family is erased: the bytes of its media leave the storage with it. */
export async function forgetFamilyMedia(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await removeBytesSoon(platform, tx, await store.idsOfFamily(tx, familyId));
}
