import type { Coverage, PlanName } from '@heartwood/contract/billing';
import { plus } from '#platform/clock.ts';
import type { LimitRule } from '#platform/http/limits.ts';
import type { Bill } from '#platform/payments/payments.ts';

/** Stored as the end of what covers for good. */
export const forever = new Date('9999-12-31T00:00:00.000Z');

/** Hours for which a paid period goes on beyond its end: a renewal may be on its way. */
const toleranceHours = 24;
/** Days of grace after the first failed payment. */
const graceDays = 7;
/** Days before a trial's end on which its owner is told. */
export const trialNoticeDays = 3;
/** Days after which a gift that is not paid is given up. */
export const unpaidGiftDays = 7;
/** Days for which it is kept which events have been reported. */
export const eventDays = 90;
/** Hours for which the provider is asked about an open checkout, and about a period that is over, although it has reported nothing. */
export const missedHours = 3;
/** Hours after which everything is compared with the provider again. */
export const reconcileHours = 24;
/** Seconds after which a checkout whose page was not opened may be opened by another request. */
export const openingSeconds = 60;

/** How often a user opens a checkout. */
export const checkoutLimit: LimitRule = { name: 'billing-checkout', points: 30, seconds: 3_600 };
/** How often a user changes, ends or resumes a plan, or goes to the portal. */
export const planLimit: LimitRule = { name: 'billing-plan', points: 30, seconds: 3_600 };
/** How many wrong codes a user can try. */
export const codeLimit: LimitRule = { name: 'billing-code', points: 10, seconds: 900 };
/** How often the provider is asked for what a user reads. */
export const readLimit: LimitRule = { name: 'billing-read', points: 120, seconds: 3_600 };
/** How often a user tries a card of the sandbox. */
export const cardLimit: LimitRule = { name: 'billing-card', points: 60, seconds: 900 };

/** What is stored about a family that decides whether it is covered. */
interface Standing {
  /** End of the family's trial; null without one. */
  trialEndsAt: Date | null;
  /** End of what is paid for it, with tolerance and grace; null where nothing is. */
  paidUntil: Date | null;
}

/** What is stored of a purchase that decides until when it covers. */
export interface PurchaseState {
  /** The provider's word, and ours: `lifetime` for what was paid once, `given` for a year that was given. */
  status: string;
  periodEnd: Date | null;
  failedSince: Date | null;
  isRefunded: boolean;
  dispute: 'open' | 'lost' | null;
}

/** Whether and how long a family is covered. */
export interface Entitlement {
  covered: boolean;
  status: Coverage['status'];
  /** Null where it never ends, or nothing covers. */
  coveredUntil: Date | null;
  trialEndsAt: Date | null;
}

/** Every word for a status that is known, the provider's and ours. One that is not among them leaves everything as it was, with an alarm. */
const knownStatuses = new Set([
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
  'lifetime',
  'given',
]);

/** Whether a status is one that something can be derived from. */
export const isKnown = (status: string): boolean => knownStatuses.has(status);

/** Whether the provider will ask for money again for a subscription of this status. */
export const isRunning = (status: string): boolean => ['trialing', 'active', 'past_due', 'unpaid', 'paused'].includes(status);

// [Note: Until when a purchase covers]
// trialing: to its end. active: to the period's end and 24 hours more. past_due: for 7 days from the first failure. lifetime: for good. given: to
// its end. Everything else: not at all. Nor does anything after a full refund of the running payment or a dispute that was lost; one that is open
// changes nothing. There is no other place that knows this: what is stored at the family is the latest of these ends, and the clock decides.

/** Until when a purchase covers, as far as is known; null where it does not. */
export function coveredBy({ status, periodEnd, failedSince, isRefunded, dispute }: PurchaseState): Date | null {
  if (isRefunded || dispute === 'lost') return null;
  if (status === 'lifetime') return forever;
  if (status === 'trialing' || status === 'given') return periodEnd;
  if (status === 'active') return periodEnd && plus(periodEnd, { hours: toleranceHours });
  if (status === 'past_due') return failedSince && plus(failedSince, { days: graceDays });
  return null;
}

/** What a former owner's purchase leaves to a family: the running period, without tolerance, because nothing will be renewed for it. */
export function keptOf(purchase: PurchaseState): Date | null {
  const end = coveredBy(purchase);
  return purchase.status === 'active' && end ? purchase.periodEnd : end;
}

/** Until when a family is paid for: by its owner's purchases, and by what former owners have left it while that was not given back. */
export function paidUntil(
  purchases: readonly PurchaseState[],
  kept: readonly { until: Date; purchase: Pick<PurchaseState, 'isRefunded' | 'dispute'> }[] = [],
): Date | null {
  const left = kept.filter(({ purchase }) => !purchase.isRefunded && purchase.dispute !== 'lost').map(({ until }) => until);
  const ends = [...purchases.map(coveredBy), ...left].filter((end): end is Date => end !== null);
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => end.getTime())));
}

/** Whether a family is covered: the question of every call. A trial and what is paid cover until the millisecond of their end. */
export const isCovered = ({ trialEndsAt, paidUntil: end }: Standing, now: Date): boolean =>
  (end !== null && now < end) || (trialEndsAt !== null && now < trialEndsAt);

const statusWords: Record<string, Coverage['status']> = {
  trialing: 'trialing',
  active: 'active',
  given: 'active',
  past_due: 'past_due',
  lifetime: 'lifetime',
};

/** What one purchase comes to now, in the words of the contract. */
export function entitlementBy(purchase: PurchaseState, now: Date): Entitlement {
  const end = coveredBy(purchase);
  const none = { coveredUntil: null, trialEndsAt: null };
  if (end && now < end) {
    const shown = purchase.status === 'active' ? purchase.periodEnd : end;
    return { covered: true, status: statusWords[purchase.status] ?? 'active', ...none, coveredUntil: end >= forever ? null : shown };
  }
  const isOver = purchase.isRefunded || purchase.dispute === 'lost' || purchase.status === 'canceled';
  return { covered: false, status: isOver ? 'canceled' : purchase.status === 'past_due' ? 'past_due' : 'inactive', ...none };
}

/** What a trial comes to now. */
export function entitlementByTrial(trialEndsAt: Date | null, now: Date): Entitlement {
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

/** Orders two times, null as 1970: negative where `a` is the later one. */
const later = (a: Date | null, b: Date | null): number => (b?.getTime() ?? 0) - (a?.getTime() ?? 0);

/** The best of some that are covered; of two that are covered alike the one that stands first. */
export function bestOf<F extends { entitlement: Entitlement }>(all: readonly F[]): F | undefined {
  return all.toSorted((a, b) => compareEntitlements(a.entitlement, b.entitlement))[0];
}

/** Whether a user with these purchases may buy a plan: only a lifetime beside one that runs, and nothing beside a lifetime. */
export function mayBuy(purchases: readonly PurchaseState[], plan: PlanName, now: Date): boolean {
  const live = purchases.filter((one) => entitlementBy(one, now).covered || (one.status === 'past_due' && !isGivenBack(one)));
  if (live.some(({ status }) => status === 'lifetime')) return false;
  return plan === 'lifetime' || live.length === 0;
}

const isGivenBack = ({ isRefunded, dispute }: PurchaseState): boolean => isRefunded || dispute === 'lost';

/** Whether a subscription is paid, or need not be yet. */
export const isPaid = (status: string): boolean => status === 'active' || status === 'trialing';

/**
 * Subscriptions that must not go on asking for money: beside a lifetime, after a full refund or a lost dispute, beside an older one that is paid,
 * which two checkouts at once could leave, and those that are not paid where they would pay for no family.
 */
export function surplusOf<P extends PurchaseState & { createdAt: Date }>(purchases: readonly P[], ownsFamily: boolean): P[] {
  const running = purchases.filter(({ status }) => isRunning(status)).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const hasLifetime = purchases.some((one) => one.status === 'lifetime' && coveredBy(one) !== null);
  const keeper = running.find((one) => !isGivenBack(one) && isPaid(one.status));
  return running.filter(
    (one) => hasLifetime || isGivenBack(one) || (keeper !== undefined && one !== keeper) || (!ownsFamily && !isPaid(one.status)),
  );
}

/**
 * Subscriptions whose renewal does not fit what their buyer owns: without a family they end with what is paid, because they would pay for no family;
 * with one again those go on that had ended for that. What a user has ended themself stays ended.
 */
export const renewalsOf = <P extends PurchaseState & { cancelAtPeriodEnd: boolean; unusedSince: Date | null }>(
  purchases: readonly P[],
  ownsFamily: boolean,
): P[] =>
  purchases.filter(
    ({ status, cancelAtPeriodEnd, unusedSince }) => isPaid(status) && (ownsFamily ? unusedSince !== null : !cancelAtPeriodEnd),
  );

/**
 * Why a year that was given would be lost: what covers never ends, or goes on by itself.
 * @param owned the families it would be for; what former owners have left them counts
 * @returns undefined where it would not be
 */
export function lossOfGift(
  purchases: readonly (PurchaseState & { cancelAtPeriodEnd: boolean })[],
  owned: readonly Standing[],
  now: Date,
): 'for good' | 'goes on' | undefined {
  const live = purchases.filter((one) => entitlementBy(one, now).covered || (one.status === 'past_due' && !isGivenBack(one)));
  const isForGood = live.some(({ status }) => status === 'lifetime');
  if (isForGood || owned.every(({ paidUntil: end }) => end !== null && end >= forever)) return 'for good';
  return live.every(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd) ? undefined : 'goes on';
}

/** What every year that is given is, as a purchase. */
export const givenYear = {
  customerId: null,
  plan: 'yearly',
  status: 'given',
  cancelAtPeriodEnd: true,
  failedSince: null,
  isRefunded: false,
  dispute: null,
} as const;

/** When a year that is given begins: once what covers now, and ends at all, is over. */
export const beginOfGift = (ends: readonly (Date | null)[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...ends.flatMap((end) => (end && end < forever ? [end.getTime()] : []))));

/** What is recorded in the families it pays for when something is said of money; nothing where that covers no family, or changes nothing for one. */
export const factOf = {
  paid: 'plan.paid',
  refused: 'plan.refused',
  refunded: 'plan.refunded',
  ended: 'plan.ended',
  /** It will not be renewed because it pays for no family. */
  unused: null,
  /** It will be renewed after all. */
  resumed: null,
} as const;

/** Something about money that is said once: as a fact in the families it pays for, where it pays for one, and by mail to who pays. */
export interface Notice {
  /** The same as long as it is the same thing. */
  key: string;
  about: keyof typeof factOf;
  /** The bill it is about; none where a plan ends. */
  bill: Bill | undefined;
  /** Null for a gift. */
  plan: PlanName | null;
  /** When what is covered now ends, or would; null where it has ended, or never does. */
  until: Date | null;
}

/** A purchase, as far as something is said of it. */
type Sold = PurchaseState & { providerId: string; plan: PlanName; cancelAtPeriodEnd: boolean; unusedSince: Date | null };

/** Everything that is to be said of what a user has bought, the oldest first, whether it has been said or not. @param bills the newest first */
export function noticesOf(purchases: readonly Sold[], gifts: readonly string[], bills: readonly Bill[], now: Date): Notice[] {
  const known = new Map(purchases.map((one) => [one.providerId, one]));
  const notices = bills.toReversed().flatMap((bill): Notice[] => {
    const purchase = known.get(bill.boughtId ?? '');
    if (!purchase && !gifts.includes(bill.boughtId ?? '')) return [];
    const what = { bill, plan: purchase?.plan ?? null, until: purchase ? entitlementBy(purchase, now).coveredUntil : null };
    return [
      ...(bill.status === 'paid' ? [{ key: `paid:${bill.id}`, about: 'paid' as const, ...what }] : []),
      ...(bill.status === 'open' && bill.hasFailed ? [{ key: `refused:${bill.id}`, about: 'refused' as const, ...what }] : []),
      ...(bill.refunded > 0 ? [{ key: `refunded:${bill.id}:${bill.refunded}`, about: 'refunded' as const, ...what }] : []),
    ];
  });
  const ended = purchases.filter(
    (one) => !one.unusedSince && (one.cancelAtPeriodEnd || one.status === 'canceled' || one.dispute === 'lost'),
  );
  return [
    ...notices,
    ...ended.map((one): Notice => {
      const key = `ended:${one.providerId}:${one.periodEnd?.toISOString() ?? ''}`;
      return { key, about: 'ended', bill: undefined, plan: one.plan, until: entitlementBy(one, now).coveredUntil };
    }),
  ];
}

/** What is to be said of plans that pay for no family since a time, and of those that do again. @param before the same, as they were until now */
export function noticesOfUse(before: readonly Sold[], purchases: readonly Sold[]): Notice[] {
  const notice = (about: 'unused' | 'resumed', { providerId, plan, periodEnd }: Sold, since: Date): Notice => {
    return { key: `${about}:${providerId}:${since.toISOString()}`, about, bill: undefined, plan, until: periodEnd };
  };
  return purchases.flatMap((one) => {
    if (one.unusedSince) return [notice('unused', one, one.unusedSince)];
    const since = before.find(({ providerId }) => providerId === one.providerId)?.unusedSince;
    return since && isPaid(one.status) && !one.cancelAtPeriodEnd ? [notice('resumed', one, since)] : [];
  });
}
