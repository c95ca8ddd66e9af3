import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const upkeep: JobKind<object> = { name: 'search-upkeep', concurrency: 1, timeout: 1_800, retries: 1 };

/** Says that this process keeps the words of families up to date: what is erased leaves them within the hour. */
export function searchJobs({ jobs, db }: Platform): void {
  jobs.schedule(upkeep, '23 * * * *', () => store.loseWords(db));
}
