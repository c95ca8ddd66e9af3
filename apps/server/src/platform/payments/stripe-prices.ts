import type Stripe from 'stripe';
import type { Config } from '#platform/config.ts';
import type { Order } from './payments.ts';

/** The names by which prices are found at Stripe, whatever their ids are: one for every plan, and one for a year that is given. */
const priceNames = {
  monthly: 'heartwood_monthly',
  yearly: 'heartwood_yearly',
  lifetime: 'heartwood_lifetime',
  gift: 'heartwood_gift',
} as const;

/** One of {@link priceNames}. */
export type PriceName = keyof typeof priceNames;

/** What a price of ours must be. `interval` is null for what is paid once. */
interface WantedPrice {
  name: PriceName;
  lookupKey: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year' | null;
}

/** The prices as they are configured. */
export function wantedPrices({ amounts, currency }: Config['plans']): WantedPrice[] {
  const price = (name: PriceName, amount: number, interval: WantedPrice['interval']): WantedPrice => ({
    name,
    lookupKey: priceNames[name],
    amount,
    currency,
    interval,
  });
  return [
    price('monthly', amounts.monthly, 'month'),
    price('yearly', amounts.yearly, 'year'),
    price('lifetime', amounts.lifetime, null),
    price('gift', amounts.yearly, null),
  ];
}

/** Whether a price at Stripe is the one that is configured. */
export const isAsWanted = (price: Stripe.Price, { amount, currency, interval }: WantedPrice): boolean =>
  price.active &&
  price.unit_amount === amount &&
  price.currency === currency &&
  (price.recurring?.interval ?? null) === interval &&
  (price.recurring?.interval_count ?? 1) === 1;

/** The price of an order. */
export const nameOf = (order: Order): PriceName => (order.kind === 'gift' ? 'gift' : order.plan);

/** Milliseconds for which the ids of prices are remembered. */
const remembered = 600_000;

/** Finds the ids of prices by their names. What is charged is what is shown: one of another amount is refused. */
export function createPrices(stripe: Stripe, plans: Config['plans']): (name: PriceName) => Promise<string> {
  const wanted = wantedPrices(plans);
  let known: { ids: Map<string, string>; until: number } | undefined;
  const read = async () => {
    const { data } = await stripe.prices.list({ lookup_keys: wanted.map(({ lookupKey }) => lookupKey), active: true, limit: 100 });
    const fitting = wanted.flatMap((want) => {
      const found = data.find((price) => price.lookup_key === want.lookupKey);
      return found && isAsWanted(found, want) ? [[want.name, found.id] as const] : [];
    });
    return new Map<string, string>(fitting);
  };
  return async (name) => {
    if (!known || known.until < performance.now() || !known.ids.has(name))
      known = { ids: await read(), until: performance.now() + remembered };
    const id = known.ids.get(name);
    if (!id) throw new Error(`Stripe has no price '${priceNames[name]}' as it is configured: run 'npm run stripe-setup'`);
    return id;
  };
}
