import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

/** Deletes what goes with an account: everything its user has said, at once and in every family, deleted things and left families too. */
export async function eraseTraces(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await store.familiesWithTraces(tx, userId)) {
    const errand = actForFamily(familyId, 'an account is deleted');
    await removeMedia(platform, tx, errand, await store.removeTraces(tx, errand, userId));
  }
}
