import type { FamilyErrand } from '#features/family/scope.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { record } from './actions.ts';
import * as store from './store.ts';

/** Records that a deleted account has left nothing in a family: once, however many features delete something there. */
export async function recordErasure(platform: Platform, tx: Tx, errand: FamilyErrand, userId: string): Promise<void> {
  const fact = { type: 'author.erased', ids: { user_id: userId } } as const;
  if (!(await store.isKept(tx, errand, fact))) await record(platform, tx, errand, fact);
}
