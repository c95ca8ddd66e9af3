import type { FamilyScope } from '#features/family/scope.ts';
import { membershipsOf } from '#features/family/actions.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { entitlementOf } from './rules.ts';
import type { Entitlement } from './rules.ts';

/** @throws Refused subscription_inactive where nothing covers the family */
export async function assertCovered(platform: Platform, scope: FamilyScope): Promise<void> {
  if (!entitlementOf(scope.standing, platform.clock.now()).covered) throw refuse.inactive();
}

/** A user's families, each with what covers it. */
export async function standingOf(
  platform: Platform,
  userId: string,
): Promise<{ familyId: string; name: string; role: 'owner' | 'guardian' | 'relative'; entitlement: Entitlement }[]> {
  const now = platform.clock.now();
  const memberships = await membershipsOf(platform.db, userId);
  return memberships.map(({ familyId, role, family }) => ({ familyId, role, name: family.name, entitlement: entitlementOf(family, now) }));
}
