import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetPictures } from './jobs.ts';
import * as store from './store.ts';

/** Before a family is erased: its people's pictures leave the storage with it. */
export async function forgetFamilyPictures(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await forgetPictures(platform, tx, await store.imagesOfFamily(tx, familyId));
}
