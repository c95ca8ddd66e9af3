import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { clearSoon } from './jobs.ts';
import * as store from './store.ts';

/** What goes with an account: the bytes of its mails; their rows go with the user's. */
export async function eraseMails(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await clearSoon(platform, tx, await store.mailsOf(tx, userId));
}
