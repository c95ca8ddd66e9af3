import type { PaymentProvider, PlanName, RenewedPlan } from '@heartwood/contract/billing';

/** What is paid for. */
export type Order = { kind: 'plan'; plan: PlanName } | { kind: 'gift' };

/** A page on which something can be paid, at the provider. `complete` is one that was paid, or may be by a slow bank; `expired` also one that a slow bank has refused. */
export interface ProviderCheckout {
  id: string;
  state: 'open' | 'complete' | 'expired';
  /** For the provider's form inside our page; null where the page is its own. */
  clientSecret: string | null;
  /** The page; null where the form is inside ours, or the checkout is over. */
  url: string | null;
}

/** Something bought, as the provider has it now. */
export interface Bought {
  /** Of the subscription, or of the one payment. */
  id: string;
  order: Order;
  /** What it was opened for: our checkout. Null where it was made by hand at the provider. */
  checkoutId: string | null;
  /** The provider's own word; Stripe's for subscriptions, `paid` or `unpaid` for one payment. */
  status: string;
  createdAt: Date;
  /** Null for what is paid once. */
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Since when it ends with its period because it paid for no family; null where it goes on, or its buyer has ended it. */
  unusedSince: Date | null;
  /** When the first bill failed since one was paid. */
  failedSince: Date | null;
  /** Whether the payment of the running period was given back in full. */
  isRefunded: boolean;
  /** The worst dispute about any of its payments. */
  dispute: 'open' | 'lost' | null;
}

/** A bill at the provider. */
export interface Bill {
  id: string;
  /** What it is for, as {@link Bought} names it; null for anything else. */
  boughtId: string | null;
  createdAt: Date;
  /** Minor units. */
  amount: number;
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Whether a charge has failed. */
  hasFailed: boolean;
  /** Minor units that were given back. */
  refunded: number;
  url: string | null;
}

/** Everything the provider knows of a customer that decides anything. */
export interface Account {
  bought: Bought[];
  /** The newest first. */
  bills: Bill[];
}

/** What a change of plan costs at a time; `amountDue` in minor units. */
export interface Quote {
  amountDue: number;
  currency: string;
  from: RenewedPlan;
  at: Date;
}

/** Refused by a bank or by the rules of the provider: trying again as it is will not help. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/** The provider does not answer, or does not accept how it is asked: the message is a sentence for the operator. */
export class PaymentsAway extends Error {
  override name = 'PaymentsAway';
}

/**
 * Who takes the money. Every verb asks the provider anew and may fail when it cannot be reached; then nothing has changed, or what has changed
 * is found by the next {@link Payments.accountOf}.
 */
export interface Payments {
  readonly name: PaymentProvider;
  /** Makes a user known to the provider. The same user twice at once is one customer. @returns the customer's id */
  createCustomer(person: { userId: string; email: string; name: string }): Promise<string>;
  /**
   * Opens a page for paying. The same `id` twice is the same page.
   * @param given.returnTo where the person goes on, under PUBLIC_URL
   * @param given.hosted for a page of the provider, never a form inside ours
   */
  createCheckout(given: { id: string; customer: string; order: Order; returnTo: string; hosted: boolean }): Promise<ProviderCheckout>;
  /** @returns undefined where there is none */
  findCheckout(id: string): Promise<ProviderCheckout | undefined>;
  /** Makes sure that nothing can be paid on a page any more. @returns what it is then: `complete` where it was paid before */
  endCheckout(id: string): Promise<'expired' | 'complete'>;
  /** @returns the address of the page for cards and bills */
  portal(customer: string, returnTo: string): Promise<string>;
  /** @returns undefined where the provider knows no such customer (any more) */
  accountOf(customer: string): Promise<Account | undefined>;
  /** Whose payment it is, by the id of the payment. */
  customerOfPayment(payment: string): Promise<string | undefined>;
  /** What changing would cost at a time. */
  previewChange(bought: string, to: RenewedPlan, at: Date): Promise<Quote>;
  /** Changes at once, and takes what it costs. @throws PaymentRefused where the card was declined; the plan is then as it was */
  change(bought: string, to: RenewedPlan, at: Date): Promise<Quote>;
  /** Lets a subscription end with its period, or go on, as its buyer wants it. */
  setRenewal(bought: string, renews: boolean): Promise<void>;
  /**
   * Lets a subscription end with its period because it pays for no family, or go on where it does again. One that its buyer has ended stays as it is.
   * @param unusedSince null where it pays for a family
   */
  setUse(bought: string, unusedSince: Date | null): Promise<void>;
  /** Ends a subscription at once, without a refund. One that has ended, or is not there, is fine. */
  cancelNow(bought: string): Promise<void>;
}
