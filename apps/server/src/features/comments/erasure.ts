import { eraseTraces } from '#features/media/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

/** Deletes what goes with an account: everything its user has said, at once and in every family, deleted things and left families too. */
export const eraseComments = (platform: Platform, tx: Tx, userId: string): Promise<void> => eraseTraces(platform, tx, store, userId);
