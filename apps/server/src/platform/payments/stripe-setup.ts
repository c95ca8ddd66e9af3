import type Stripe from 'stripe';
import type { Config } from '#platform/config.ts';
import { createClient, withTimeout, setupTimeoutMs } from './stripe.ts';
import type { StripeConfig } from './stripe.ts';
import { isAsWanted, wantedPrices } from './stripe-prices.ts';
import type { PriceName } from './stripe-prices.ts';

/** What Stripe is to report: everything after which a customer's account may look different. */
export const reportedEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/**
 * What was there, what had to be made, and what was left out: the webhook, where Stripe cannot reach PUBLIC_URL. `webhookSecret` is told by Stripe
 * only when the webhook is made.
 */
interface Setup {
  made: string[];
  kept: string[];
  left: string[];
  webhookSecret: string | undefined;
}

/** The products of the prices, by the name in their metadata. What buyers read of all of them is 'Heartwood', in every language. */
const products: Record<PriceName, string> = { monthly: 'subscription', yearly: 'subscription', lifetime: 'lifetime', gift: 'gift' };

/**
 * Makes what Heartwood needs in an account at Stripe: products, prices and the webhook. What is there as it is configured stays, so it can run
 * again and again, also after it was broken off; a price of another amount gets a successor that takes over its name, because prices never change.
 * @throws PaymentsAway
 */
export const setUpStripe = (config: { stripe: StripeConfig; plans: Config['plans']; publicUrl: string }): Promise<Setup> =>
  withTimeout(() => setUp(config, createClient(config.stripe)), setupTimeoutMs);

async function setUp(config: { plans: Config['plans']; publicUrl: string }, stripe: Stripe): Promise<Setup> {
  const setup: Setup = { made: [], kept: [], left: [], webhookSecret: undefined };
  const known = await stripe.products.list({ limit: 100, active: true }).autoPagingToArray({ limit: 1_000 });
  const ids = new Map(known.flatMap(({ id, metadata }) => (metadata['heartwood'] ? [[metadata['heartwood'], id] as const] : [])));
  const productOf = async (name: string): Promise<string> => {
    const found = ids.get(name);
    if (found) return found;
    const { id } = await stripe.products.create({ name: 'Heartwood', metadata: { heartwood: name } });
    ids.set(name, id);
    setup.made.push(`product ${name}`);
    return id;
  };
  const wanted = wantedPrices(config.plans);
  const prices = await stripe.prices.list({ lookup_keys: wanted.map(({ lookupKey }) => lookupKey), active: true, limit: 100 });
  for (const want of wanted) {
    const found = prices.data.find(({ lookup_key: key }) => key === want.lookupKey);
    if (found && isAsWanted(found, want)) {
      setup.kept.push(`price ${want.lookupKey}`);
      continue;
    }
    await stripe.prices.create({
      product: await productOf(products[want.name]),
      currency: want.currency,
      unit_amount: want.amount,
      lookup_key: want.lookupKey,
      transfer_lookup_key: true,
      ...(want.interval ? { recurring: { interval: want.interval } } : {}),
    });
    setup.made.push(`price ${want.lookupKey}`);
  }
  const webhook = `${config.publicUrl}/api/stripe/webhook`;
  if (webhook.startsWith('https:')) await setUpWebhook(stripe, webhook, setup);
  else setup.left.push(`webhook ${webhook}`);
  return setup;
}

async function setUpWebhook(stripe: Stripe, url: string, setup: Setup): Promise<void> {
  const enabled_events = [...reportedEvents];
  const hooks = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = hooks.data.find((hook) => hook.url === url);
  if (!found) {
    const { secret } = await stripe.webhookEndpoints.create({ url, enabled_events, metadata: { heartwood: 'webhook' } });
    setup.webhookSecret = secret;
    setup.made.push(`webhook ${url}`);
    return;
  }
  const isWhole = found.status === 'enabled' && reportedEvents.every((type) => found.enabled_events.includes(type));
  if (!isWhole) await stripe.webhookEndpoints.update(found.id, { enabled_events, disabled: false });
  (isWhole ? setup.kept : setup.made).push(`webhook ${url}`);
}
