import { plus } from '#platform/clock.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { hoursInStore } from './rules.ts';
import * as store from './store.ts';

const sweeping: JobKind<object> = { name: 'activity-sweep', concurrency: 1, timeout: 600, retries: 3 };

/** Removes facts that can no longer be caught up with, and streams of processes that are gone. */
export async function sweepActivity({ db, clock }: Platform): Promise<void> {
  await store.deleteFactsBefore(db, plus(clock.now(), { hours: -hoursInStore }));
  await store.deleteEndedStreams(db);
}

/** Registers the jobs of activity; they run every hour. */
export function activityJobs(platform: Platform): void {
  platform.jobs.schedule(sweeping, '41 * * * *', () => sweepActivity(platform));
}
