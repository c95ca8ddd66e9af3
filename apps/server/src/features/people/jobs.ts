import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const forgetting: JobKind<{ ids: string[] }> = { name: 'people-pictures', concurrency: 1, timeout: 60, retries: 30 };
const tidying: JobKind<object> = { name: 'tidy-people', concurrency: 1, timeout: 600, retries: 3 };

/** Removes pictures of people from the storage once the transaction that took their rows away is kept. */
export async function forgetPictures(platform: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await platform.jobs.enqueue(tx, forgetting, { ids: [...ids] });
}

/** Registers the jobs of people. */
export function peopleJobs(platform: Platform): void {
  platform.jobs.handle(forgetting, async ({ ids }) => {
    for (const id of ids) await platform.pictures.removePortrait('people', id);
  });
  platform.jobs.schedule(tidying, '27 * * * *', () => tidyPeople(platform));
}

/** Removes pictures that are older than an hour and whose row a killed process never wrote. */
export async function tidyPeople({ clock, db, pictures, storage }: Platform): Promise<void> {
  for await (const names of storage.list('people')) {
    const old = names.filter((id) => isOlderThanAnHour(id, clock.now()));
    const kept = await store.imagesAmong(db, old);
    for (const id of old) if (!kept.has(id)) await pictures.removePortrait('people', id);
  }
}
