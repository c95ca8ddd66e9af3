import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { purge, purgeJob } from '#platform/db/undo.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const purging = purgeJob('moments');

/** Removes for good, with their media, what was deleted so long ago that it cannot be brought back, and what has lost all of its people. */
export const purgeMoments = (platform: Platform): Promise<void> =>
  purge(platform, { families: store.familiesWithStale, actForFamily, remove: store.removeStale, removeMedia });

/** Registers the jobs of moments; they run every hour. */
export function momentsJobs(platform: Platform): void {
  platform.jobs.schedule(purging, '35 * * * *', () => purgeMoments(platform));
}
