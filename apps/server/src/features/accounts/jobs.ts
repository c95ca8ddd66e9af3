import { plus } from '#platform/clock.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isOlderThanAnHour, idempotencyHours, sessionDays } from './rules.ts';
import * as store from './store.ts';

const forgetting: JobKind<{ ids: string[] }> = { name: 'account-portraits', concurrency: 1, timeout: 60, retries: 30 };
const tidying: JobKind<object> = { name: 'tidy-accounts', concurrency: 1, timeout: 600, retries: 3 };

/** Removes portraits from the storage once the transaction that took their rows away is kept. */
export async function forgetPortraits(platform: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await platform.jobs.enqueue(tx, forgetting, { ids: [...ids] });
}

/** Says that this process does the work. */
export function accountJobs(platform: Platform): void {
  const { jobs, pictures } = platform;
  jobs.handle(forgetting, async ({ ids }) => {
    for (const id of ids) await pictures.removePortrait('portraits', id);
  });
  jobs.schedule(tidying, '17 * * * *', () => tidyAccounts(platform));
}

/** Removes what is over: sessions, links, remembered requests, counters, and portraits whose row a killed process never wrote. */
export async function tidyAccounts(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await store.deleteOutdated(platform.db, {
    sessionsUsed: plus(now, { days: -sessionDays }),
    tokensEnded: now,
    keysMade: plus(now, { hours: -idempotencyHours }),
  });
  await platform.limits.forget();
  for await (const names of platform.storage.list('portraits')) {
    const old = names.filter((id) => isOlderThanAnHour(id, now));
    const kept = await store.portraitsAmong(platform.db, old);
    for (const id of old) if (!kept.has(id)) await platform.pictures.removePortrait('portraits', id);
  }
}
