import { plus } from '#platform/clock.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isOlderThanAnHour, idempotencyHours, mailsKeptHours, sessionDays, trialMemoryDays } from './rules.ts';
import * as store from './store.ts';

const forgetting: JobKind<{ ids: string[] }> = { name: 'account-portraits', concurrency: 1, timeout: 60, retries: 30 };
const tidying: JobKind<object> = { name: 'tidy-accounts', concurrency: 1, timeout: 600, retries: 3 };

/** Removes portraits from the storage once the transaction that took their rows away is kept. */
export async function forgetPortraits(platform: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await platform.jobs.enqueue(tx, forgetting, { ids: [...ids] });
}

/** Registers the jobs of accounts. */
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
  await forgetErased(platform, now);
  await platform.limits.forget();
  for await (const names of platform.storage.list('portraits')) {
    const old = names.filter((id) => isOlderThanAnHour(id, now));
    const kept = await store.portraitsAmong(platform.db, old);
    for (const id of old) if (!kept.has(id)) await platform.pictures.removePortrait('portraits', id);
  }
}

/** Removes the mails of deleted accounts, and what is known of them for longer than it has to be. See [Note: What is known of a deleted account]. */
async function forgetErased({ db, mail }: Platform, now: Date): Promise<void> {
  const until = plus(now, { hours: -mailsKeptHours });
  for (const { tag, erasedAt } of await store.erasedUntil(db, 'mails', until)) await mail.forget([tag], erasedAt);
  await store.deleteErased(db, 'mails', until);
  await store.deleteErased(db, 'trial', plus(now, { days: -trialMemoryDays }));
}
