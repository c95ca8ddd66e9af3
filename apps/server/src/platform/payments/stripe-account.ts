import type Stripe from 'stripe';
import { z } from 'zod';
import type { RenewedPlan } from '@heartwood/contract/billing';
import type { Account, Bill, Bought, Order } from './payments.ts';

// [Note: What is read of Stripe]
// Each of these schemas holds the fields that are read, and no others: what does not fit is no answer of Stripe's, and then nothing is derived
// from any of it. Billing periods stand on the items of a subscription, the subscription of a bill under its `parent`, and what paid a bill among
// its `payments` (API versions since 2025-03-31).

const seconds = z.int().transform((value) => new Date(value * 1_000));
/** An id, or the object in its place. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const metadata = z.record(z.string(), z.string()).nullish();
/** A time as we have written it down at Stripe; anything else is none. */
const writtenTime = z.iso
  .datetime()
  .transform((value) => new Date(value))
  .nullable()
  .catch(null);

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  created: seconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.int().nullable(),
  metadata,
  items: z.object({
    data: z
      .array(
        z.object({
          id: z.string(),
          current_period_start: seconds,
          current_period_end: seconds,
          price: z.object({ recurring: z.object({ interval: z.string() }).nullable() }),
        }),
      )
      .min(1),
  }),
});

const session = z.object({
  id: z.string(),
  mode: z.string(),
  created: seconds,
  payment_status: z.string(),
  payment_intent: reference.nullable(),
  invoice: reference.nullable(),
  metadata,
});

const invoice = z.object({
  id: z.string(),
  created: seconds,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullable(),
  attempted: z.boolean(),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  hosted_invoice_url: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullable(),
  payments: z.object({ data: z.array(z.object({ payment: z.object({ payment_intent: reference.nullish() }) })) }).nullish(),
});

const charge = z.object({
  id: z.string(),
  amount: z.int(),
  amount_refunded: z.int(),
  disputed: z.boolean(),
  paid: z.boolean(),
  payment_intent: reference.nullable(),
});

const dispute = z.object({ status: z.string(), charge: reference });

/** A subscription as far as it is read. */
export type SubscriptionRead = z.output<typeof subscription>;
type SessionRead = z.output<typeof session>;
type InvoiceRead = z.output<typeof invoice>;
type ChargeRead = z.output<typeof charge>;

/** Reads one subscription. @throws ZodError where it is none */
export const readSubscription = (answer: unknown): SubscriptionRead => subscription.parse(answer);

/** Whether a subscription ends with its period: by the mark, or by a time, as Stripe's portal may set it. */
export const isEnding = ({ cancel_at_period_end: ends, cancel_at: endsAt }: SubscriptionRead): boolean => ends || endsAt !== null;

/** Since when a subscription ends because it pays for no family; null where it goes on, or its buyer has ended it. */
export const unusedSince = (one: SubscriptionRead): Date | null =>
  isEnding(one) || one.status === 'canceled' ? writtenTime.parse(one.metadata?.['unused'] ?? null) : null;

/** Everything of a customer that decides anything, as it was fetched. */
interface Fetched {
  subscriptions: SubscriptionRead[];
  sessions: SessionRead[];
  /** The newest first. */
  invoices: InvoiceRead[];
  charges: ChargeRead[];
  /** The worst dispute by charge. */
  disputes: Map<string, 'open' | 'lost'>;
}

/** How much of one list is read at most: no user buys more often. */
const limit = 1_000;

/** Fetches everything of a customer. @throws ZodError, or an error of the client */
export async function fetchAccount(stripe: Stripe, customer: string): Promise<Fetched> {
  const page = { customer, limit: 100 };
  const [subscriptions, sessions, invoices, charges] = await Promise.all([
    stripe.subscriptions.list({ ...page, status: 'all' }).autoPagingToArray({ limit }),
    stripe.checkout.sessions.list({ ...page, status: 'complete' }).autoPagingToArray({ limit }),
    stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray({ limit }),
    stripe.charges.list(page).autoPagingToArray({ limit }),
  ]);
  const read = {
    subscriptions: z.array(subscription).parse(subscriptions),
    sessions: z.array(session).parse(sessions),
    invoices: z
      .array(invoice)
      .parse(invoices)
      .toSorted((a, b) => b.created.getTime() - a.created.getTime()),
    charges: z.array(charge).parse(charges),
  };
  const disputes = new Map<string, 'open' | 'lost'>();
  for (const { id, disputed } of read.charges) {
    if (!disputed) continue;
    const found = z.array(dispute).parse((await stripe.disputes.list({ charge: id, limit: 100 })).data);
    const outcomes = new Set(found.map(({ status }) => disputeOutcomes[status] ?? 'open'));
    if (outcomes.has('lost')) disputes.set(id, 'lost');
    else if (outcomes.has('open')) disputes.set(id, 'open');
  }
  return { ...read, disputes };
}

/** What each status of Stripe's means for a dispute; one that is not known is open. */
const disputeOutcomes: Record<string, 'open' | 'lost' | 'over'> = { lost: 'lost', won: 'over', warning_closed: 'over', prevented: 'over' };

const plans: Record<string, RenewedPlan> = { month: 'monthly', year: 'yearly' };

/** Which plan a subscription is, by how often it is paid; undefined for one that is none of ours. */
export const planOf = ({ items }: SubscriptionRead): RenewedPlan | undefined => plans[items.data[0]?.price.recurring?.interval ?? ''];

/** What was fetched, as any provider tells it. */
export function accountFrom(fetched: Fetched): Account {
  const bought = [
    ...fetched.subscriptions.flatMap((one) => subscriptionFrom(one, fetched)),
    ...fetched.sessions.flatMap((one) => paymentFrom(one, fetched)),
  ];
  return { bought, bills: fetched.invoices.map((one) => billFrom(one, fetched)) };
}

function subscriptionFrom(one: SubscriptionRead, fetched: Fetched): Bought[] {
  const plan = planOf(one);
  if (!plan) return [];
  const own = fetched.invoices.filter(({ parent }) => parent?.subscription_details?.subscription === one.id);
  const paid = own.findIndex(({ status }) => status === 'paid');
  // A bill of nothing, for a change on credit, is no payment: what was paid before goes on.
  const running = own.find(({ status, amount_paid }) => status === 'paid' && amount_paid > 0);
  const failed = own.slice(0, paid === -1 ? undefined : paid).findLast((bill) => hasFailed(bill));
  const charges = own.flatMap((bill) => chargesOf(bill, fetched));
  const starts = one.items.data.map(({ current_period_start }) => current_period_start.getTime());
  const ends = one.items.data.map(({ current_period_end }) => current_period_end.getTime());
  return [
    {
      id: one.id,
      order: { kind: 'plan', plan },
      checkoutId: one.metadata?.['checkout'] ?? null,
      status: one.status,
      createdAt: one.created,
      periodEnd: new Date(Math.max(...ends)),
      cancelAtPeriodEnd: isEnding(one),
      unusedSince: unusedSince(one),
      // A period that is not paid begins with its bill.
      failedSince: failed?.created ?? (one.status === 'past_due' ? new Date(Math.max(...starts)) : null),
      isRefunded: running !== undefined && isGivenBack(chargesOf(running, fetched)),
      dispute: worst(charges, fetched),
    },
  ];
}

const orders: Record<string, Order> = { lifetime: { kind: 'plan', plan: 'lifetime' }, gift: { kind: 'gift' } };
const settled = new Set(['paid', 'no_payment_required']);

function paymentFrom(one: SessionRead, fetched: Fetched): Bought[] {
  const order = orders[one.metadata?.['order'] ?? ''];
  if (one.mode !== 'payment' || !order) return [];
  const charges = fetched.charges.filter(
    ({ payment_intent, paid }) => paid && payment_intent !== null && payment_intent === one.payment_intent,
  );
  return [
    {
      id: one.id,
      order,
      checkoutId: one.metadata?.['checkout'] ?? null,
      status: settled.has(one.payment_status) ? 'paid' : 'unpaid',
      createdAt: one.created,
      periodEnd: null,
      cancelAtPeriodEnd: false,
      unusedSince: null,
      failedSince: null,
      isRefunded: isGivenBack(charges),
      dispute: worst(charges, fetched),
    },
  ];
}

function billFrom(one: InvoiceRead, fetched: Fetched): Bill {
  const session = fetched.sessions.find(({ invoice: id }) => id === one.id);
  return {
    id: one.id,
    boughtId: one.parent?.subscription_details?.subscription ?? session?.id ?? null,
    createdAt: one.created,
    amount: one.status === 'paid' ? one.amount_paid : one.amount_due,
    currency: one.currency,
    status: one.status ?? 'draft',
    hasFailed: hasFailed(one),
    refunded: chargesOf(one, fetched).reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    url: one.hosted_invoice_url ?? null,
  };
}

const hasFailed = ({ status, attempted }: InvoiceRead): boolean => attempted && (status === 'open' || status === 'uncollectible');

/** The payments of a bill. */
function chargesOf({ payments }: InvoiceRead, { charges }: Fetched): ChargeRead[] {
  const intents = new Set((payments?.data ?? []).flatMap(({ payment }) => payment.payment_intent ?? []));
  return charges.filter(({ payment_intent, paid }) => paid && payment_intent !== null && intents.has(payment_intent));
}

const isGivenBack = (charges: readonly ChargeRead[]): boolean =>
  charges.length > 0 && charges.every(({ amount, amount_refunded }) => amount > 0 && amount_refunded >= amount);

function worst(charges: readonly ChargeRead[], { disputes }: Fetched): Bought['dispute'] {
  const found = new Set(charges.map(({ id }) => disputes.get(id)));
  return found.has('lost') ? 'lost' : found.has('open') ? 'open' : null;
}
