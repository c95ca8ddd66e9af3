import type {
  Checkout,
  Coverage,
  Gift,
  Invoice,
  Plan,
  PlanChange,
  PlanName,
  RenewedPlan,
  SandboxCheckout,
} from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { membershipsOf } from '#features/family/actions.ts';
import type { Config } from '#platform/config.ts';
import type { Account, Order, ProviderCheckout, Quote } from '#platform/payments/payments.ts';
import type { Platform } from '#platform/platform.ts';
import { purchasesFor } from './queries.ts';
import { bestOf, entitlementBy, entitlementByTrial, isCovered } from './rules.ts';
import type { Entitlement } from './rules.ts';
import { customerOf } from './store.ts';
import type { GiftRow, PurchaseRow } from './store.ts';

/** One thing that may cover a family: a trial, where there is no purchase. */
interface Cover {
  familyId: string;
  name: string;
  isMine: boolean;
  entitlement: Entitlement;
  purchase?: PurchaseRow;
  endsWithPeriod: boolean;
  /** Whether another user has paid it: nothing can be ended or resumed. */
  isGiven: boolean;
}

/** A user's families, what covers them, and whether the user can have bills. */
export async function presentStanding(
  platform: Platform,
  session: { userId: string; currentFamilyId: string | null },
): Promise<{ families: FamilySummary[]; subscription: Coverage; billed: boolean }> {
  const now = platform.clock.now();
  const memberships = await membershipsOf(platform.db, session.userId);
  const families = memberships.map(({ familyId, role, family }) => ({
    id: familyId,
    name: family.name,
    role,
    covered: isCovered(family, now),
    current: familyId === session.currentFamilyId,
  }));
  const bought = await purchasesFor(
    platform.db,
    families.map(({ id }) => id),
    platform.payments.name,
  );
  const covers = memberships.flatMap(({ familyId, role, family }): Cover[] => {
    const about = { familyId, name: family.name, isMine: role === 'owner' };
    const { trialEndsAt } = family;
    const paid = bought
      .filter((one) => one.familyId === familyId)
      .map(({ purchase, until }): Cover => {
        const state = until ? { ...purchase, status: 'given', periodEnd: until } : purchase;
        const endsWithPeriod = until !== null || purchase.cancelAtPeriodEnd;
        const isGiven = state.status === 'given';
        return { ...about, purchase, endsWithPeriod, isGiven, entitlement: { ...entitlementBy(state, now), trialEndsAt } };
      });
    return [...paid, { ...about, endsWithPeriod: false, isGiven: false, entitlement: entitlementByTrial(trialEndsAt, now) }];
  });
  // The buyer of a plan that goes on sees it, also where something else covers them longer: they must be able to end it.
  const paidByOneself = covers.filter(
    ({ isMine, purchase, endsWithPeriod, entitlement }) => isMine && purchase && !endsWithPeriod && entitlement.covered,
  );
  const billed = (await customerOf(platform.db, session.userId, platform.payments.name)) !== undefined;
  return { families, subscription: presentCoverage(bestOf(paidByOneself) ?? bestOf(covers)), billed };
}

function presentCoverage(best: Cover | undefined): Coverage {
  const { entitlement, purchase } = best ?? {};
  return {
    status: entitlement?.status ?? 'inactive',
    plan: purchase?.plan ?? null,
    covered_until: entitlement?.coveredUntil?.toISOString() ?? null,
    trial_ends_at: entitlement?.trialEndsAt?.toISOString() ?? null,
    cancel_at_period_end: (entitlement?.covered && best?.endsWithPeriod) ?? false,
    provider: best?.isGiven ? null : (purchase?.provider ?? null),
    covered_by: best && entitlement?.covered ? { family_id: best.familyId, name: best.name, mine: best.isMine } : null,
  };
}

const intervals: Record<PlanName, Plan['interval']> = { monthly: 'month', yearly: 'year', lifetime: null };

/** What can be bought, the shortest plan first. */
export function presentPlans({ currency, amounts }: Config['plans']): Plan[] {
  return (['monthly', 'yearly', 'lifetime'] as const).map((plan) => ({ plan, amount: amounts[plan], currency, interval: intervals[plan] }));
}

/** Where something is paid. */
export const presentCheckout = ({ payments }: Platform, { clientSecret, url }: ProviderCheckout): Checkout => ({
  client_secret: clientSecret,
  url,
  provider: payments.name,
});

/** What a change of plan comes to. */
export const presentChange = ({ amountDue, currency, from, at }: Quote, to: RenewedPlan): PlanChange => ({
  amount_due: amountDue,
  currency,
  from,
  to,
  effective_at: at.toISOString(),
});

/** The bills of an account. */
export const presentBills = ({ bills, bought }: Account): Invoice[] =>
  bills.map(({ id, createdAt, amount, currency, status, refunded, url, boughtId }) => ({
    id,
    created_at: createdAt.toISOString(),
    amount,
    currency,
    status: status === 'paid' && amount > 0 && refunded >= amount ? 'refunded' : status,
    gift: bought.some((one) => one.id === boughtId && one.order.kind === 'gift'),
    url,
  }));

/** A year that was given. */
export const presentGift = ({ id, createdAt, paidAt, redeemedAt, endedAt }: GiftRow): Gift => ({
  id,
  created_at: createdAt.toISOString(),
  state: endedAt ? 'refunded' : redeemedAt ? 'redeemed' : paidAt ? 'sent' : 'unpaid',
});

const sandboxStates = { open: 'open', complete: 'paid', expired: 'expired' } as const;

/** What is to be paid at the sandbox's page. */
export const presentSandboxCheckout = (found: {
  order: Order;
  amount: number;
  currency: string;
  state: ProviderCheckout['state'];
}): SandboxCheckout => ({
  plan: found.order.kind === 'gift' ? 'yearly' : found.order.plan,
  gift: found.order.kind === 'gift',
  amount: found.amount,
  currency: found.currency,
  state: sandboxStates[found.state],
});
