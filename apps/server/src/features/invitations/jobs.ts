import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { plus } from '#platform/clock.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { forgottenAfterDays } from './rules.ts';
import * as store from './store.ts';

const forgetting: JobKind<object> = { name: 'invitations-forget', concurrency: 1, timeout: 600, retries: 3 };

/** Forgets address, name and message of whoever was invited and never came, some time after the invitation has ended. */
export async function forgetInvitations(platform: Platform): Promise<void> {
  const before = plus(platform.clock.now(), { days: -forgottenAfterDays });
  for (const familyId of await store.familiesWithEnded(platform.db, before)) {
    const errand = actForFamily(familyId, 'invitations that nobody accepted are forgotten');
    await platform.db.transaction(async (tx) => removeMedia(platform, tx, errand, await store.forgetEnded(tx, errand, before)));
  }
}

/** Says that this process does the work, every hour. */
export function invitationsJobs(platform: Platform): void {
  platform.jobs.schedule(forgetting, '45 * * * *', () => forgetInvitations(platform));
}
