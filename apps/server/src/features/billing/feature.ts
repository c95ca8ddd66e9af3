import type { WriteFrom } from '#features/accounts/emails.ts';
import { everybody } from '#platform/feature.ts';
import type { Feature } from '#platform/feature.ts';
import { coverAnew, leaveFamiliesCovered } from './erasure.ts';
import { billingJobs } from './jobs.ts';
import { ownersOf } from './queries.ts';
import { billingRoutes } from './routes.ts';
import { checkouts, customers, events, familyPayers, gifts, keptCoverage, notices, purchases, reconciliations } from './tables.ts';

const atProvider = 'bills and payments are the provider’s: its portal has them';

/** What covers a family, and what can be bought. */
export const billingFeature = ({ writeFrom }: { writeFrom: WriteFrom }): Feature => ({
  name: 'billing',
  tables: [customers, gifts, checkouts, purchases, familyPayers, keptCoverage, events, notices, reconciliations],
  routes: billingRoutes,
  jobs: (platform) => billingJobs(platform, writeFrom),
  erase: {
    account: leaveFamiliesCovered,
    family: 'cascade',
    columns: {
      'billing_customers.user_id': 'is emptied: a refund must still end what had been paid for a family that goes on',
      'purchases.user_id': 'is emptied: what is left to a family depends on it',
      'gifts.giver_id': 'is emptied: the year belongs to whoever has the code; what is not paid is given up by a job',
      'gifts.redeemed_by': 'is emptied: the code stays used',
    },
  },
  export: {
    chapters: [],
    without: {
      billing_customers: atProvider,
      gifts: 'what is written with a gift is kept until it is sent or given up',
      checkouts: atProvider,
      purchases: atProvider,
      family_payers: 'who owns a family is among its members',
      kept_coverage: 'a date that follows from payments',
      billing_events: atProvider,
      billing_notices: 'that something has been said',
      reconciliations: 'when payments were compared',
    },
  },
  media: 'none',
  on: { 'role.changed': coverAnew, 'member.joined': coverAnew },
  hears: {
    'plan.paid': everybody,
    'plan.ended': everybody,
    'plan.given': everybody,
    'plan.refused': ownersOf,
    'plan.refunded': ownersOf,
  },
});
