import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, flag, optional, pathId, requiredText, text, timestamp } from './fields.ts';
import { limits } from './limits.ts';

/** What can be bought. */
const planName = z.enum(['monthly', 'yearly', 'lifetime']);
/** What is paid again and again. */
const renewedPlan = planName.exclude(['lifetime']);

/** Who takes the money: Stripe, or nobody, where the whole of it is a test. */
const paymentProvider = z.enum(['stripe', 'sandbox']);

/**
 * What covers a user: a plan of their own that goes on, else the best of the families they are in. `status` is `canceled` once a plan that was ended is over, and `active` with
 * `cancel_at_period_end` until then. `covered_until` is null where it never ends or nothing covers; it leaves out the 24 hours of tolerance after
 * a paid period, and is the end of grace while a payment is overdue. `provider` is null for a trial and for what somebody else has paid.
 */
export const coverage = z.object({
  status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'lifetime', 'inactive']),
  plan: planName.nullable(),
  covered_until: timestamp.nullable(),
  trial_ends_at: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  provider: paymentProvider.nullable(),
  /** The family whose owner's plan or trial covers, and whether that owner is oneself. */
  covered_by: z.object({ family_id: z.string(), name: z.string(), mine: z.boolean() }).nullable(),
});

/** An amount in the currency's minor units. */
const amount = z.int();
/** ISO 4217 in lower case, as Stripe writes it. */
const currency = z.string().length(3);

/** One plan with its price. */
export const plan = z.object({
  plan: planName,
  amount,
  currency,
  interval: z.enum(['month', 'year']).nullable(),
});

/**
 * Where something is paid. `client_secret` is for the provider's form inside our page, `url` leads to a page of its own: one of them is null.
 * The last part of the sandbox's `url` is what {@link billingApi.sandboxPay} calls `checkout`.
 */
export const checkout = z.object({ client_secret: z.string().nullable(), url: z.string().nullable(), provider: paymentProvider });

/** What changing to another plan costs now, and what it comes to; `amount_due` is 0 where a credit is left over for later payments. */
const planChange = z.object({ amount_due: amount, currency, from: renewedPlan, to: renewedPlan, effective_at: timestamp });

/** One bill; `url` leads to it at the provider, where there is a page of it. */
const invoice = z.object({
  id: z.string(),
  created_at: timestamp,
  amount,
  currency,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void', 'refunded']),
  /** For a year that was given to another family. */
  gift: z.boolean(),
  url: z.string().nullable(),
});

/** What is to be paid at the sandbox's page, and whether it has been. */
export const sandboxCheckout = z.object({
  plan: planName,
  /** A year for another family. */
  gift: z.boolean(),
  amount,
  currency,
  state: z.enum(['open', 'paid', 'expired']),
});

/**
 * A year that was given, as its giver sees it. `sent`: paid, its code is on its way by mail; `refunded`: its payment was given back, the code is
 * over. Of whom it was for nothing is kept.
 */
export const gift = z.object({ id: z.string(), created_at: timestamp, state: z.enum(['unpaid', 'sent', 'redeemed', 'refunded']) });

/** For a page of the provider, where its form inside ours does not come. */
const hosted = flag.optional();

/** Digits, which people write in groups. */
const digits = (least: number, most: number) =>
  z
    .string()
    .max(most * 2)
    .transform((value) => value.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(new RegExp(`^\\d{${least},${most}}$`)));

/**
 * What covers a family, the plans there are, and paying for them. Refusals besides the usual ones: 403 for who owns no family (and 404 where
 * there is nothing of theirs), 409 `conflict` where what is asked for does not fit what runs, 503 `unavailable` while the provider does not
 * answer; nothing has changed then.
 */
export const billingApi = {
  subscription: endpoint({
    method: 'GET',
    url: '/api/subscription',
    access: 'account',
    summary: 'What covers the signed-in user',
    data: coverage,
  }),
  plans: endpoint({
    method: 'GET',
    url: '/api/subscription/plans',
    access: 'public',
    summary: 'Plans and prices',
    data: z.object({ plans: z.array(plan), provider: paymentProvider }),
  }),
  /** 409 where a plan runs or is past due; a lifetime may follow a running one, and ends it. The same plan again is the same checkout. */
  checkout: endpoint({
    method: 'POST',
    url: '/api/subscription/checkout',
    access: 'account',
    logged: true,
    summary: 'Where an owner pays for a plan',
    body: z.object({ plan: planName, hosted }),
    data: checkout,
  }),
  previewChange: endpoint({
    method: 'GET',
    url: '/api/subscription/change',
    access: 'account',
    summary: 'What changing to another plan would cost now',
    querystring: z.object({ plan: renewedPlan }),
    data: planChange,
  }),
  /** 409 without a running plan, for the plan that runs already, and where the card was declined: the plan is then as it was. */
  change: endpoint({
    method: 'POST',
    url: '/api/subscription/change',
    access: 'account',
    logged: true,
    summary: 'Change to another plan at once',
    body: z.object({ plan: renewedPlan }),
    data: planChange,
  }),
  invoices: endpoint({
    method: 'GET',
    url: '/api/subscription/invoices',
    access: 'account',
    summary: 'An owner’s bills, the newest first',
    data: z.object({ invoices: z.array(invoice) }),
  }),
  /** A plan whose last period is not paid ends at once. 409 without a running plan. */
  cancel: endpoint({
    method: 'POST',
    url: '/api/subscription/cancel',
    access: 'account',
    logged: true,
    summary: 'Let the plan end with the paid period',
    data: coverage,
  }),
  /** 409 without a running plan. */
  resume: endpoint({
    method: 'POST',
    url: '/api/subscription/resume',
    access: 'account',
    logged: true,
    summary: 'Let a plan that was to end go on',
    data: coverage,
  }),
  /** 404 for who has never paid. */
  portal: endpoint({
    method: 'POST',
    url: '/api/subscription/portal',
    access: 'account',
    summary: 'Where cards and bills are looked after',
    data: z.object({ url: z.string() }),
  }),
  gifts: endpoint({
    method: 'GET',
    url: '/api/subscription/gifts',
    access: 'account',
    summary: 'The years somebody has given, the newest first, at most 50',
    data: z.object({ gifts: z.array(gift) }),
  }),
  giveYear: endpoint({
    method: 'POST',
    url: '/api/subscription/gifts',
    access: 'account',
    logged: true,
    summary: 'Where a year for another family is paid; its code goes to `email` once it is, and to the giver',
    body: z.object({ email, message: optional(text(limits.comment)), hosted }),
    data: checkout,
  }),
  /** 404 for a code that is none, 410 for one that has been used, 409 where it would be lost: beside a plan that goes on, or a lifetime. */
  redeem: endpoint({
    method: 'POST',
    url: '/api/subscription/gifts/redeem',
    access: 'account',
    logged: true,
    summary: 'Take a year that was given',
    body: z.object({ code: requiredText(limits.giftCode) }),
    data: coverage,
  }),
  sandboxCheckout: endpoint({
    method: 'GET',
    url: '/api/sandbox/checkouts/:id',
    access: 'account',
    summary: 'What is to be paid at the sandbox’s page; 404 with any other provider',
    params: z.object({ id: pathId }),
    data: sandboxCheckout,
  }),
  /**
   * 422 on `number` for a card that is declined or is no test number; 409 for one whose bank wants to be asked first, until it is sent again with
   * `confirmed`.
   */
  sandboxPay: endpoint({
    method: 'POST',
    url: '/api/sandbox/pay',
    access: 'account',
    summary: 'Pays a checkout of the sandbox with a test card; 404 with any other provider',
    body: z.object({
      checkout: pathId,
      number: digits(12, 19),
      /** Month and year: `12/34`, `12/2034`. */
      expiry: z
        .string()
        .trim()
        .max(9)
        .regex(/^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})$/),
      cvc: digits(3, 4),
      confirmed: flag.optional(),
    }),
    data: z.object({ paid: z.literal(true) }),
  }),
  /** The signature is that of the bytes. 400 without a valid one, 404 without Stripe's keys. */
  webhook: endpoint({
    method: 'POST',
    url: '/api/stripe/webhook',
    access: 'public',
    raw: true,
    summary: 'What Stripe reports, signed by it; answered once it is stored',
    data: z.object({ received: z.literal(true) }),
  }),
} as const;

/** What covers a user. */
export type Coverage = z.output<typeof coverage>;
/** A plan with its price. */
export type Plan = z.output<typeof plan>;
/** Name of a plan. */
export type PlanName = z.output<typeof planName>;
/** Name of a plan that is paid again and again. */
export type RenewedPlan = z.output<typeof renewedPlan>;
/** Who takes the money. */
export type PaymentProvider = z.output<typeof paymentProvider>;
/** Where something is paid. */
export type Checkout = z.output<typeof checkout>;
/** What a change of plan comes to. */
export type PlanChange = z.output<typeof planChange>;
/** One bill. */
export type Invoice = z.output<typeof invoice>;
/** A year that was given. */
export type Gift = z.output<typeof gift>;
/** What is to be paid at the sandbox's page. */
export type SandboxCheckout = z.output<typeof sandboxCheckout>;
