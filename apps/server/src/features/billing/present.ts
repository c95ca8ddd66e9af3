import type { Coverage, Plan, PlanName } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/platform.ts';
import { standingOf } from './actions.ts';
import { bestOf } from './rules.ts';

/** A user's families and the best of what covers them. */
export async function presentStanding(
  platform: Platform,
  session: { userId: string; currentFamilyId: string | null },
): Promise<{ families: FamilySummary[]; subscription: Coverage }> {
  const standing = await standingOf(platform, session.userId);
  const families = standing.map(({ familyId, name, role, entitlement }) => ({
    id: familyId,
    name,
    role,
    covered: entitlement.covered,
    current: familyId === session.currentFamilyId,
  }));
  const best = bestOf(standing);
  return {
    families,
    subscription: {
      status: best?.entitlement.status ?? 'inactive',
      plan: null,
      covered_until: best?.entitlement.coveredUntil?.toISOString() ?? null,
      trial_ends_at: best?.entitlement.trialEndsAt?.toISOString() ?? null,
      cancel_at_period_end: false,
      provider: null,
      covered_by: best?.entitlement.covered ? { family_id: best.familyId, name: best.name, mine: best.role === 'owner' } : null,
    },
  };
}

const intervals: Record<PlanName, Plan['interval']> = { monthly: 'month', yearly: 'year', lifetime: null };

/** What can be bought, the shortest plan first. */
export function presentPlans({ currency, amounts }: Config['plans']): Plan[] {
  return (['monthly', 'yearly', 'lifetime'] as const).map((plan) => ({ plan, amount: amounts[plan], currency, interval: intervals[plan] }));
}
