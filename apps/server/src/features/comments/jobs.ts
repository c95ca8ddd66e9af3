import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { undoableSince } from '#platform/db/undo.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const purging: JobKind<object> = { name: 'comments-purge', concurrency: 1, timeout: 600, retries: 3 };

/** Removes for good, with their media, comments that were deleted so long ago that they cannot be brought back. */
export async function purgeComments(platform: Platform): Promise<void> {
  const before = undoableSince(platform.clock.now());
  for (const familyId of await store.familiesWithDeleted(platform.db, before)) {
    const errand = actForFamily(familyId, 'what was deleted can no longer be brought back');
    await platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await store.removeDeleted(tx, errand, before)));
  }
}

/** Registers the jobs of comments; they run every hour. */
export function commentsJobs(platform: Platform): void {
  platform.jobs.schedule(purging, '20 * * * *', () => purgeComments(platform));
}
