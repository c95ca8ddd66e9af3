import type { Session } from '#features/accounts/actions.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { removeArchives, workSoon } from './jobs.ts';
import { exportLimit } from './rules.ts';
import * as store from './store.ts';

/** Starts an export, unless one is under way. @throws Refused rate_limited */
export async function startExport(platform: Platform, { userId }: Session): Promise<void> {
  const running = await store.newestOf(platform.db, userId);
  if (running?.state === 'queued' || running?.state === 'running') return;
  await platform.limits.take(exportLimit, userId);
  const id = newId(platform.clock);
  await platform.db.transaction(async (tx) => {
    if (await store.insertExport(tx, { id, userId, createdAt: platform.clock.now() })) await workSoon(platform, tx, id);
  });
}

/** Takes somebody's archives away, and stops the one under way: they hold what they may not see any more. */
export async function forgetExports(platform: Platform, tx: Queryable, userId: string): Promise<void> {
  await removeArchives(platform, tx, await store.deleteOf(tx, userId));
}
