import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

const removal: JobKind<{ ids: string[] }> = { name: 'uploads-removal', concurrency: 1, timeout: 300, retries: 50 };
const sweep: JobKind<object> = { name: 'uploads-sweep', concurrency: 1, timeout: 1_800, retries: 1 };
const batch = 500;
/** Hours after which a file that was going into an object store in parts is not going there any more. */
const abandonedAfter = 24;

/** Removes what has come of uploads once the transaction is kept: they are whole, given up, or their owner has gone. */
export async function removeStagedSoon({ jobs }: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await jobs.enqueue(tx, removal, { ids: ids.slice(from, from + batch) });
}

/** Registers the jobs that remove what is left of uploads. */
export function uploadJobs(platform: Platform): void {
  const { jobs, staging } = platform;
  jobs.handle(removal, async ({ ids }) => {
    for (const id of ids) await staging.remove(id);
  });
  jobs.schedule(sweep, '47 * * * *', () => sweepUploads(platform));
}

/** Ends uploads whose days are over, and removes bytes that belong to none, in the object store too what never became an object. */
export async function sweepUploads(platform: Platform): Promise<void> {
  const { db, clock, staging, storage, log } = platform;
  await db.transaction(async (tx) => removeStagedSoon(platform, tx, await store.deleteExpired(tx, clock.now())));
  for await (const names of staging.list()) {
    const old = names.filter((name) => isOlderThanAnHour(name, clock.now()));
    const known = old.length > 0 ? await store.unfinished(db, old) : new Set();
    for (const id of old) if (!known.has(id)) await staging.remove(id);
  }
  // Some stores cannot list them, or do not let us: then it is a rule of the bucket's own that removes them.
  await storage
    .removeUnfinished(plus(clock.now(), { hours: -abandonedAfter }))
    .catch((error: unknown) => log.warn({ error: describeError(error) }, 'the object store does not list what was never finished'));
}
