import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { undoableSince } from '#platform/db/undo.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const purging: JobKind<object> = { name: 'moments-purge', concurrency: 1, timeout: 600, retries: 3 };

/** Removes for good, with their media, what was deleted so long ago that it cannot be brought back, and what has lost all of its people. */
export async function purgeMoments(platform: Platform): Promise<void> {
  const before = undoableSince(platform.clock.now());
  for (const familyId of await store.familiesWithStale(platform.db, before)) {
    const errand = actForFamily(familyId, 'moments that were deleted can no longer be brought back');
    await platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await store.removeStale(tx, errand, before)));
  }
}

/** Registers the jobs of moments; they run every hour. */
export function momentsJobs(platform: Platform): void {
  platform.jobs.schedule(purging, '35 * * * *', () => purgeMoments(platform));
}
