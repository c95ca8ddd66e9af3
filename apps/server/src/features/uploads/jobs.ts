import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const removal: JobKind<{ ids: string[] }> = { name: 'uploads-removal', concurrency: 1, timeout: 300, retries: 50 };
const sweep: JobKind<object> = { name: 'uploads-sweep', concurrency: 1, timeout: 1_800, retries: 1 };
const batch = 500;

/** Removes what has come of uploads once the transaction is kept: they are whole, given up, or their owner has gone. */
export async function removeStagedSoon({ jobs }: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await jobs.enqueue(tx, removal, { ids: ids.slice(from, from + batch) });
}

/** Says that this process clears up after uploads. */
export function uploadJobs(platform: Platform): void {
  const { jobs, staging } = platform;
  jobs.handle(removal, async ({ ids }) => {
    for (const id of ids) await staging.remove(id);
  });
  jobs.schedule(sweep, '47 * * * *', () => sweepUploads(platform));
}

/** Ends uploads whose days are over, and removes bytes that belong to none. */
export async function sweepUploads(platform: Platform): Promise<void> {
  const { db, clock, staging } = platform;
  await db.transaction(async (tx) => removeStagedSoon(platform, tx, await store.deleteExpired(tx, clock.now())));
  for await (const names of staging.list()) {
    const old = names.filter((name) => isOlderThanAnHour(name, clock.now()));
    const known = old.length > 0 ? await store.unfinished(db, old) : new Set();
    for (const id of old) if (!known.has(id)) await staging.remove(id);
  }
}
