import type { Coverage } from '@heartwood/contract/billing';

/** What is stored about a family that decides whether it is covered. */
export interface Standing {
  /** End of the family's trial; null without one. */
  trialEndsAt: Date | null;
}

/** Whether and how long a family is covered. */
export interface Entitlement {
  covered: boolean;
  status: Coverage['status'];
  /** Null where it never ends, or nothing covers. */
  coveredUntil: Date | null;
  trialEndsAt: Date | null;
}

/**
 * Decides what covers a family: a pure function of what is stored and the clock.
 * A trial covers until its end, to the moment.
 */
export function entitlementOf(standing: Standing, now: Date): Entitlement {
  const { trialEndsAt } = standing;
  if (trialEndsAt && now < trialEndsAt) return { covered: true, status: 'trialing', coveredUntil: trialEndsAt, trialEndsAt };
  return { covered: false, status: 'inactive', coveredUntil: null, trialEndsAt };
}

const strength: Coverage['status'][] = ['lifetime', 'active', 'trialing', 'past_due', 'canceled', 'inactive'];

/**
 * Puts entitlements in order, the better one first: what covers before what does not, then what will be renewed before what will end, then
 * what lasts longer. 0 only for two that say the same.
 */
export function compareEntitlements(a: Entitlement, b: Entitlement): number {
  return (
    Number(b.covered) - Number(a.covered) ||
    strength.indexOf(a.status) - strength.indexOf(b.status) ||
    later(a.coveredUntil, b.coveredUntil) ||
    later(a.trialEndsAt, b.trialEndsAt)
  );
}

/** Negative where `a` is the later moment. */
const later = (a: Date | null, b: Date | null): number => (b?.getTime() ?? 0) - (a?.getTime() ?? 0);

/** The better of two entitlements. */
export const better = (a: Entitlement, b: Entitlement): Entitlement => (compareEntitlements(a, b) <= 0 ? a : b);

/** The family of some that is covered best; of two that are covered alike the one that stands first. */
export function bestOf<F extends { entitlement: Entitlement }>(families: readonly F[]): F | undefined {
  return families.toSorted((a, b) => compareEntitlements(a.entitlement, b.entitlement))[0];
}
