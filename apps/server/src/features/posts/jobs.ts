import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { purge, purgeJob } from '#platform/db/undo.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const purging = purgeJob('posts');

/** Removes for good, with their media, posts that were deleted so long ago that they cannot be brought back. */
export const purgePosts = (platform: Platform): Promise<void> =>
  purge(platform, { families: store.familiesWithDeleted, actForFamily, remove: store.removeDeleted, removeMedia });

/** Registers the jobs of posts; they run every hour. */
export function postsJobs(platform: Platform): void {
  platform.jobs.schedule(purging, '25 * * * *', () => purgePosts(platform));
}
