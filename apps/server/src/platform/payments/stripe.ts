import Stripe from 'stripe';
import type { RenewedPlan } from '@heartwood/contract/billing';
import type { Config } from '#platform/config.ts';
import { PaymentRefused, PaymentsAway } from './payments.ts';
import type { Account, Payments, ProviderCheckout, Quote } from './payments.ts';
import { accountFrom, fetchAccount, isEnding, planOf, readSubscription, unusedSince } from './stripe-account.ts';
import type { SubscriptionRead } from './stripe-account.ts';
import { createPrices, nameOf } from './stripe-prices.ts';
import type { PriceName } from './stripe-prices.ts';

/** How Stripe is configured. */
export type StripeConfig = NonNullable<Config['stripe']>;

/** Milliseconds that one request may take without a byte, and that all requests of one method may take. */
const timeoutsMs = { idle: 6_000, total: 20_000 };
/** Milliseconds in which an account is set up: some ten requests. */
export const setupTimeoutMs = 60_000;

/** A client of Stripe's API at the version of its library. */
export function createClient({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  const { protocol, hostname, port } = new URL(apiBase ?? 'https://api.stripe.com');
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutsMs.idle,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Payments at Stripe. */
export class StripePayments implements Payments {
  readonly name = 'stripe';
  private readonly config: StripeConfig;
  private readonly stripe: Stripe;
  private readonly priceOf: (name: PriceName) => Promise<string>;

  constructor({ stripe, plans }: { stripe: StripeConfig; plans: Config['plans'] }) {
    this.config = stripe;
    this.stripe = createClient(stripe);
    this.priceOf = createPrices(this.stripe, plans);
  }

  createCustomer({ userId, email, name }: { userId: string; email: string; name: string }): Promise<string> {
    return withTimeout(async () => {
      const given = { email, name, metadata: { user: userId } };
      return idIn(await this.stripe.customers.create(given, { idempotencyKey: `heartwood-customer-${userId}` }));
    });
  }

  createCheckout({ id, customer, order, returnTo, hosted }: Parameters<Payments['createCheckout']>[0]): Promise<ProviderCheckout> {
    return withTimeout(async () => {
      const name = nameOf(order);
      const metadata = { checkout: id, order: name };
      const isOnce = name === 'lifetime' || name === 'gift';
      const { publishableKey, automaticTax, promotionCodes } = this.config;
      const made = await this.stripe.checkout.sessions.create(
        {
          customer,
          client_reference_id: id,
          metadata,
          line_items: [{ price: await this.priceOf(name), quantity: 1 }],
          ...(isOnce
            ? { mode: 'payment' as const, invoice_creation: { enabled: true }, payment_intent_data: { metadata } }
            : { mode: 'subscription' as const, subscription_data: { metadata } }),
          ...(publishableKey && !hosted
            ? { ui_mode: 'embedded_page' as const, return_url: returnTo }
            : { ui_mode: 'hosted_page' as const, success_url: returnTo, cancel_url: returnTo.replace(/\?.*$/, '') }),
          ...(automaticTax ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } } : {}),
          ...(promotionCodes ? { allow_promotion_codes: true } : {}),
        },
        { idempotencyKey: `heartwood-checkout-${id}${hosted ? '-hosted' : ''}` },
      );
      return checkoutFrom(made);
    });
  }

  findCheckout(id: string): Promise<ProviderCheckout | undefined> {
    return withTimeout(async () => unlessMissing(async () => checkoutFrom(await this.retrieveSession(id))));
  }

  endCheckout(id: string): Promise<'expired' | 'complete'> {
    return withTimeout(async () => {
      // Expiring fails for one that is over already: what it is then decides.
      const ended = await this.stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return this.retrieveSession(id);
      });
      const { state } = checkoutFrom(ended);
      if (state === 'open') throw new Error('a checkout could not be ended');
      return state;
    });
  }

  private retrieveSession(id: string): Promise<Stripe.Checkout.Session> {
    return this.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  }

  portal(customer: string, returnTo: string): Promise<string> {
    return withTimeout(async () => {
      const { url } = await this.stripe.billingPortal.sessions.create({ customer, return_url: returnTo });
      if (typeof url !== 'string') throw new Error('Stripe named no portal');
      return url;
    });
  }

  accountOf(customer: string): Promise<Account | undefined> {
    return withTimeout(() => unlessMissing(async () => accountFrom(await fetchAccount(this.stripe, customer))));
  }

  customerOfPayment(payment: string): Promise<string | undefined> {
    return withTimeout(() =>
      unlessMissing(async () => {
        const { customer } = await this.stripe.paymentIntents.retrieve(payment);
        return typeof customer === 'string' ? customer : customer?.id;
      }),
    );
  }

  previewChange(bought: string, to: RenewedPlan, at: Date): Promise<Quote> {
    return withTimeout(async () => (await this.quote(bought, to, at)).quote);
  }

  change(bought: string, to: RenewedPlan, at: Date): Promise<Quote> {
    return withTimeout(async () => {
      const { quote, item, price, proration } = await this.quote(bought, to, at);
      await this.stripe.subscriptions.update(bought, {
        ...proration,
        items: [{ id: item, price }],
        // A card that is declined leaves the plan as it was.
        payment_behavior: 'error_if_incomplete',
      });
      return quote;
    });
  }

  setRenewal(bought: string, renews: boolean): Promise<void> {
    return withTimeout(async () => {
      const found = readSubscription(await this.stripe.subscriptions.retrieve(bought));
      if (isEnding(found) === renews || unusedSince(found)) await this.endOrGoOn(found, renews, null);
    });
  }

  setUse(bought: string, since: Date | null): Promise<void> {
    return withTimeout(async () => {
      const found = readSubscription(await this.stripe.subscriptions.retrieve(bought));
      if (since ? !isEnding(found) : unusedSince(found)) await this.endOrGoOn(found, since === null, since);
    });
  }

  /** Why it ends is written down in the same request, so that the one is never known without the other. */
  private async endOrGoOn(found: SubscriptionRead, renews: boolean, since: Date | null): Promise<void> {
    // Stripe's portal may have set a time instead of the mark; both at once are refused.
    const byMoment = renews && !found.cancel_at_period_end;
    const change = byMoment ? { cancel_at: '' as const } : isEnding(found) === renews ? { cancel_at_period_end: !renews } : {};
    await this.stripe.subscriptions.update(found.id, { ...change, metadata: { unused: since?.toISOString() ?? '' } });
  }

  cancelNow(bought: string): Promise<void> {
    return withTimeout(async () => {
      await unlessMissing(async () => {
        const { status } = readSubscription(await this.stripe.subscriptions.retrieve(bought));
        if (status !== 'canceled' && status !== 'incomplete_expired') await this.stripe.subscriptions.cancel(bought);
      });
    });
  }

  /** What a change costs, by Stripe's own preview of the bill. */
  private async quote(bought: string, to: RenewedPlan, at: Date) {
    const subscription = readSubscription(await this.stripe.subscriptions.retrieve(bought));
    const item = subscription.items.data[0]?.id ?? '';
    const price = await this.priceOf(to);
    const seconds = Math.floor(at.getTime() / 1_000);
    const proration = { proration_behavior: 'always_invoice' as const, proration_date: seconds };
    const preview = await this.stripe.invoices.createPreview({
      subscription: bought,
      subscription_details: { ...proration, items: [{ id: item, price }] },
    });
    const from = planOf(subscription);
    if (!from || !Number.isInteger(preview.amount_due)) throw new Error('Stripe has not said what a change costs');
    return {
      quote: { amountDue: preview.amount_due, currency: preview.currency, from, at: new Date(seconds * 1_000) },
      item,
      price,
      proration,
    };
  }
}

const states: Record<string, ProviderCheckout['state']> = { open: 'open', complete: 'complete', expired: 'expired' };

/**
 * Whether a slow bank has refused what a page was completed with. Stripe keeps the session complete and unpaid then; its payment waits for
 * another method, for which no page asks any more, or is canceled.
 */
function hasFailed({ status, payment_status: payment, payment_intent: intent }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment !== 'unpaid' || typeof intent !== 'object') return false;
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
}

/** @param session with its payment, where it is not known to be open */
function checkoutFrom(session: Stripe.Checkout.Session): ProviderCheckout {
  const { id, status, client_secret: clientSecret, url } = session;
  const state = hasFailed(session) ? 'expired' : states[status ?? ''];
  if (typeof id !== 'string' || !state) throw new Error('this is no checkout of Stripe');
  const isOpen = state === 'open';
  if (isOpen && !clientSecret && !url) throw new Error('Stripe has opened a checkout that leads nowhere');
  return { id, state, clientSecret: isOpen ? (clientSecret ?? null) : null, url: isOpen && !clientSecret ? (url ?? null) : null };
}

function idIn({ id }: { id: unknown }): string {
  if (typeof id !== 'string' || id === '') throw new Error('Stripe has made nothing');
  return id;
}

/** @returns undefined where Stripe knows no such object */
async function unlessMissing<T>(method: () => Promise<T>): Promise<T | undefined> {
  try {
    return await method();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

/** An error of Stripe's client as a sentence for the operator; any other one as it is. */
function explained(error: unknown): unknown {
  const say = (sentence: string) => new PaymentsAway(sentence, { cause: error });
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError) return say('Stripe does not know the key in STRIPE_SECRET_KEY.');
  if (error instanceof errors.StripePermissionError) return say(`The key in STRIPE_SECRET_KEY may not do this at Stripe: ${error.message}`);
  if (error instanceof errors.StripeRateLimitError) return say('Stripe is asked more than it answers.');
  if (error instanceof errors.StripeConnectionError) return say('Stripe cannot be reached.');
  if (error instanceof errors.StripeAPIError) return say(`Stripe is in trouble: ${error.message}`);
  return error;
}

/**
 * Limits the time of all requests of a method: one that gets a byte now and then would otherwise last as long as that goes on.
 * @throws PaymentRefused where a bank refuses, PaymentsAway
 */
export async function withTimeout<T>(method: () => Promise<T>, timeoutMs = timeoutsMs.total): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PaymentsAway('Stripe has not answered in time.')), timeoutMs);
  });
  try {
    return await Promise.race([method(), late]);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentRefused(error.message, { cause: error });
    throw explained(error);
  } finally {
    clearTimeout(timer);
  }
}
