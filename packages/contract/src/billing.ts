import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** What can be bought. */
export const planName = z.enum(['monthly', 'yearly', 'lifetime']);

/** What covers a user: the best of the families they are in. `covered_until` is null where it never ends or nothing covers. */
export const coverage = z.object({
  status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'lifetime', 'inactive']),
  plan: planName.nullable(),
  covered_until: timestamp.nullable(),
  trial_ends_at: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  provider: z.enum(['stripe', 'sandbox']).nullable(),
  /** The family whose owner's plan or trial covers, and whether that owner is oneself. */
  covered_by: z.object({ family_id: z.string(), name: z.string(), mine: z.boolean() }).nullable(),
});

/** One plan with its price: `amount` in the currency's minor units, `currency` by ISO 4217 in lower case, as Stripe writes it. */
export const plan = z.object({
  plan: planName,
  amount: z.int(),
  currency: z.string().length(3),
  interval: z.enum(['month', 'year']).nullable(),
});

/** What covers a family, and the plans there are. */
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
    data: z.object({ plans: z.array(plan) }),
  }),
} as const;

/** What covers a user. */
export type Coverage = z.output<typeof coverage>;
/** A plan with its price. */
export type Plan = z.output<typeof plan>;
/** Name of a plan. */
export type PlanName = z.output<typeof planName>;
