import type { PlanName, RenewedPlan } from '@heartwood/contract/billing';
import { monthsAfter } from '@heartwood/contract/days';
import { plus } from '#platform/clock.ts';
import type { Account, Bill, Bought, Order } from './payments.ts';

// What the sandbox keeps of one customer, and how it goes on by itself as time passes. Times are ISO 8601, as JSON has them.

interface SandboxCheckout {
  id: string;
  order: Order;
  amount: number;
  currency: string;
  state: 'open' | 'complete' | 'expired';
}

interface Subscription {
  id: string;
  checkoutId: string;
  plan: RenewedPlan;
  status: 'active' | 'past_due' | 'canceled';
  createdAt: string;
  /** Periods are counted from here: the month of January 31st ends on February 28th, the next one on March 31st. */
  anchor: string;
  periods: number;
  cancelAtPeriodEnd: boolean;
  /** Why it ends: it has paid for no family since. */
  unusedSince?: string | null;
  /** Whether the card will be declined from now on. */
  isFailing: boolean;
  /** Minor units that later bills are less by. */
  credit: number;
}

interface Payment {
  id: string;
  checkoutId: string;
  order: Order;
  createdAt: string;
}

interface SandboxBill {
  id: string;
  boughtId: string;
  createdAt: string;
  amount: number;
  currency: string;
  status: 'open' | 'paid' | 'void';
  hasFailed: boolean;
  refunded: number;
  /** What became of it at the bank, where it was disputed. */
  dispute?: 'open' | 'lost' | 'won' | undefined;
}

/** Everything the sandbox knows of one customer. */
export interface Ledger {
  checkouts: SandboxCheckout[];
  subscriptions: Subscription[];
  payments: Payment[];
  /** The oldest first. */
  bills: SandboxBill[];
}

/** A customer who has bought nothing. */
export const emptyLedger = (): Ledger => ({ checkouts: [], subscriptions: [], payments: [], bills: [] });

const monthsOf: Record<RenewedPlan, number> = { monthly: 1, yearly: 12 };

const boundary = ({ anchor, plan }: Subscription, periods: number): Date => monthsAfter(new Date(anchor), monthsOf[plan] * periods);

/** When a subscription's running period ends. */
const endOf = (subscription: Subscription): Date => boundary(subscription, subscription.periods);

/** What a plan costs, and how ids are made. */
export interface Shop {
  amounts: Record<PlanName, number>;
  currency: string;
  newId: () => string;
}

/** Writes a bill of a subscription, less what it has in credit. @returns what is to be paid */
export function writeBill(ledger: Ledger, shop: Shop, subscription: Subscription, at: Date, gross: number): SandboxBill {
  const credit = Math.min(subscription.credit, gross);
  const made: SandboxBill = {
    id: `bill_${shop.newId()}`,
    boughtId: subscription.id,
    createdAt: at.toISOString(),
    amount: gross - credit,
    currency: shop.currency,
    status: subscription.isFailing ? 'open' : 'paid',
    hasFailed: subscription.isFailing,
    refunded: 0,
  };
  if (made.status === 'paid') subscription.credit -= credit;
  ledger.bills.push(made);
  return made;
}

/** Renews, ends or lets fail what is due until a time. */
export function advance(ledger: Ledger, shop: Shop, now: Date): void {
  for (const subscription of ledger.subscriptions) {
    while (subscription.status === 'active' && endOf(subscription) <= now) {
      const at = endOf(subscription);
      if (subscription.cancelAtPeriodEnd) subscription.status = 'canceled';
      else if (writeBill(ledger, shop, subscription, at, shop.amounts[subscription.plan]).status === 'paid') subscription.periods += 1;
      else subscription.status = 'past_due';
    }
    if (subscription.status === 'past_due' && subscription.cancelAtPeriodEnd) subscription.status = 'canceled';
  }
}

/** Completes a checkout that was paid. @param isFailing whether the card will be declined from the next time on */
export function complete(ledger: Ledger, shop: Shop, checkoutId: string, now: Date, isFailing: boolean): void {
  const checkout = ledger.checkouts.find(({ id }) => id === checkoutId);
  if (!checkout) return;
  checkout.state = 'complete';
  const { order } = checkout;
  const createdAt = now.toISOString();
  if (order.kind === 'plan' && order.plan !== 'lifetime') {
    const subscription: Subscription = {
      id: `sub_${shop.newId()}`,
      checkoutId,
      plan: order.plan,
      status: 'active',
      createdAt,
      anchor: createdAt,
      periods: 1,
      cancelAtPeriodEnd: false,
      isFailing: false,
      credit: 0,
    };
    ledger.subscriptions.push(subscription);
    writeBill(ledger, shop, subscription, now, checkout.amount);
    subscription.isFailing = isFailing;
    return;
  }
  const payment: Payment = { id: `pay_${shop.newId()}`, checkoutId, order, createdAt };
  ledger.payments.push(payment);
  const { amount, currency } = checkout;
  ledger.bills.push({
    id: `bill_${shop.newId()}`,
    boughtId: payment.id,
    createdAt,
    amount,
    currency,
    status: 'paid',
    hasFailed: false,
    refunded: 0,
  });
}

/** What is left of the running period, in minor units of what was paid for it, and what a change to another plan comes to now. */
export function quote(subscription: Subscription, shop: Shop, to: RenewedPlan, at: Date): { due: number; credit: number } {
  const [begin, end] = [boundary(subscription, subscription.periods - 1), endOf(subscription)];
  const share = Math.max(0, Math.min(1, (end.getTime() - at.getTime()) / (end.getTime() - begin.getTime())));
  const unused = Math.floor(shop.amounts[subscription.plan] * share) + subscription.credit;
  const price = shop.amounts[to];
  return { due: Math.max(0, price - unused), credit: Math.max(0, unused - price) };
}

/** Changes to another plan whose first period begins now. */
export function changePlan(ledger: Ledger, shop: Shop, subscription: Subscription, to: RenewedPlan, at: Date): void {
  const { due, credit } = quote(subscription, shop, to, at);
  Object.assign(subscription, { plan: to, anchor: at.toISOString(), periods: 1, credit: 0 });
  writeBill(ledger, shop, subscription, at, due);
  subscription.credit = credit;
}

/** A customer's ledger as any provider would tell it. */
export function accountIn(ledger: Ledger): Account {
  const billsOf = (boughtId: string) => ledger.bills.filter((one) => one.boughtId === boughtId);
  const isGivenBack = (boughtId: string) => {
    const last = billsOf(boughtId).findLast(({ status, amount }) => status === 'paid' && amount > 0);
    return last !== undefined && last.refunded >= last.amount;
  };
  const disputeOf = (boughtId: string): Bought['dispute'] => {
    const found = new Set(billsOf(boughtId).map(({ dispute }) => dispute));
    return found.has('lost') ? 'lost' : found.has('open') ? 'open' : null;
  };
  const subscriptions = ledger.subscriptions.map((one): Bought => {
    const failed = billsOf(one.id).find(({ status }) => status === 'open');
    return {
      id: one.id,
      order: { kind: 'plan', plan: one.plan },
      checkoutId: one.checkoutId,
      status: one.status,
      createdAt: new Date(one.createdAt),
      periodEnd: endOf(one),
      cancelAtPeriodEnd: one.cancelAtPeriodEnd,
      unusedSince: one.cancelAtPeriodEnd && one.unusedSince ? new Date(one.unusedSince) : null,
      failedSince: failed ? new Date(failed.createdAt) : null,
      isRefunded: isGivenBack(one.id),
      dispute: disputeOf(one.id),
    };
  });
  const payments = ledger.payments.map(({ id, order, checkoutId, createdAt }): Bought => {
    const once = { status: 'paid', periodEnd: null, cancelAtPeriodEnd: false, unusedSince: null, failedSince: null };
    const what = { id, order, checkoutId, createdAt: new Date(createdAt) };
    return { ...what, ...once, isRefunded: isGivenBack(id), dispute: disputeOf(id) };
  });
  const bills = ledger.bills.map((one): Bill => ({ ...one, createdAt: new Date(one.createdAt), url: null }));
  return { bought: [...subscriptions, ...payments], bills: bills.toReversed() };
}

/** Whether a card has expired. @param expiry `12/34` or `12/2034`; a card is good to the end of its month */
export function hasExpired(expiry: string, now: Date): boolean {
  const [month = '', year = ''] = expiry.split('/').map((part) => part.trim());
  const end = new Date(Date.UTC(Number(year.length === 2 ? `20${year}` : year), Number(month), 1));
  // Somewhere on earth the month is still the old one.
  return plus(end, { hours: 12 }) <= now;
}
