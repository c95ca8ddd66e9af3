import { ownedBy } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { coverFamily, endSoon, leaveCoverage } from './jobs.ts';
import { isRunning } from './rules.ts';
import * as store from './store.ts';

/**
 * What becomes of the money of somebody whose account is deleted: their families keep what is paid for the running period, and the provider
 * asks for no more.
 */
export async function leaveFamiliesCovered(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await ownedBy(tx, userId))
    await leaveCoverage(platform, tx, actForFamily(familyId, 'its owner deletes the account'), userId);
  for (const { providerId, status, customerId } of await store.purchasesOf(tx, [userId], platform.payments.name))
    if (customerId && isRunning(status)) await endSoon(platform, tx, providerId);
}

/** A family has another owner, or its first: what covers it is found out anew. */
export const coverAnew = (platform: Platform, tx: Tx, { familyId }: Happened<'role.changed' | 'member.joined'>): Promise<void> =>
  coverFamily(platform, tx, familyId);
