import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

const provider = () => text('provider', { enum: ['stripe', 'sandbox'] }).notNull();
const plans = ['monthly', 'yearly', 'lifetime'] as const;

/** A user as the provider of payments knows them; outlives the account. */
export const customers = pgTable('billing_customers', {
  id: text('id').primaryKey(),
  userId: uuid('user_id'),
  provider: provider(),
  asked: bigint('asked', { mode: 'number' }).notNull().default(0),
  answered: bigint('answered', { mode: 'number' }).notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
});

/** A year for another family. */
export const gifts = pgTable('gifts', {
  id: uuid('id').primaryKey(),
  giverId: uuid('giver_id'),
  email: text('email'),
  message: text('message'),
  codeHash: text('code_hash'),
  paidAt: timestamp('paid_at'),
  endedAt: timestamp('ended_at'),
  redeemedAt: timestamp('redeemed_at'),
  redeemedBy: uuid('redeemed_by'),
  createdAt: timestamp('created_at').notNull(),
});

/** A page of the provider on which something can be paid. */
export const checkouts = pgTable('checkouts', {
  id: uuid('id').primaryKey(),
  customerId: text('customer_id').notNull(),
  plan: text('plan', { enum: plans }),
  giftId: uuid('gift_id'),
  providerId: text('provider_id'),
  state: text('state', { enum: ['open', 'paid', 'ended'] }).notNull(),
  createdAt: timestamp('created_at').notNull(),
});

/** What a user has bought or was given. */
export const purchases = pgTable('purchases', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  customerId: text('customer_id'),
  giftId: uuid('gift_id'),
  provider: provider(),
  providerId: text('provider_id').notNull(),
  plan: text('plan', { enum: plans }).notNull(),
  status: text('status').notNull(),
  periodEnd: timestamp('period_end'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
  unusedSince: timestamp('unused_since'),
  failedSince: timestamp('failed_since'),
  isRefunded: boolean('is_refunded').notNull(),
  dispute: text('dispute', { enum: ['open', 'lost'] }),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

/** Whose purchases cover a family. */
export const familyPayers = pgTable('family_payers', {
  familyId: uuid('family_id').primaryKey(),
  userId: uuid('user_id').notNull(),
});

/** What a former owner had paid for a family. */
export const keptCoverage = pgTable(
  'kept_coverage',
  {
    familyId: uuid('family_id').notNull(),
    purchaseId: uuid('purchase_id').notNull(),
    until: timestamp('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.familyId, table.purchaseId] })],
);

/** What the provider has reported. */
export const events = pgTable('billing_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  customerId: text('customer_id'),
  paymentId: text('payment_id'),
  receivedAt: timestamp('received_at').notNull(),
});

/** What has been said about money. */
export const notices = pgTable('billing_notices', {
  key: text('key').primaryKey(),
  createdAt: timestamp('created_at').notNull(),
});

/** When everything was last compared with the provider. */
export const reconciliations = pgTable('reconciliations', {
  finishedAt: timestamp('finished_at').primaryKey(),
  customers: integer('customers').notNull(),
});
