import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { PaymentProvider } from '@heartwood/contract/billing';
import type { FamilyErrand } from '#features/family/scope.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { checkouts, customers, events, familyPayers, gifts, keptCoverage, notices, purchases, reconciliations } from './tables.ts';

/** A customer's row. */
export type CustomerRow = typeof customers.$inferSelect;
/** A checkout's row. */
export type CheckoutRow = typeof checkouts.$inferSelect;
/** A gift's row. */
export type GiftRow = typeof gifts.$inferSelect;
/** A purchase's row. */
export type PurchaseRow = typeof purchases.$inferSelect;

/** The customer a user is at the provider. */
export async function customerOf(db: Queryable, userId: string, provider: PaymentProvider): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider)));
  return row;
}

/** A customer by the provider's id. */
export async function customerById(db: Queryable, id: string): Promise<CustomerRow | undefined> {
  return (await db.select().from(customers).where(eq(customers.id, id)))[0];
}

/** Adds a customer, unless the user has become one meanwhile. */
export async function insertCustomer(db: Queryable, row: typeof customers.$inferInsert): Promise<void> {
  await db.insert(customers).values(row).onConflictDoNothing();
}

/** Keeps what the provider says of a user from being written down until the transaction ends. */
export async function lockCustomerOf(tx: Tx, userId: string, provider: PaymentProvider): Promise<void> {
  const own = and(eq(customers.userId, userId), eq(customers.provider, provider));
  await tx.select({ id: customers.id }).from(customers).where(own).for('no key update');
}

/** Every customer of a provider, page by page. */
export async function customersAfter(db: Db, provider: PaymentProvider, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.provider, provider), gt(customers.id, after)))
    .orderBy(asc(customers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Counts that the provider is asked about a customer. @returns the number of this time, undefined where no customer has that id */
export async function askAbout(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db
    .update(customers)
    .set({ asked: sql`${customers.asked} + 1` })
    .where(eq(customers.id, id))
    .returning({ asked: customers.asked });
  return row?.asked;
}

/**
 * Holds a customer and counts an answer of the provider as written down, unless one that was asked for later has been.
 * @returns the customer, undefined where a newer answer is there already
 */
export async function takeAnswer(tx: Tx, id: string, asked: number): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .update(customers)
    .set({ answered: asked })
    .where(and(eq(customers.id, id), lt(customers.answered, asked)))
    .returning();
  return row;
}

/** What a user has bought of a provider, and what they were given, the oldest first. */
export async function purchasesOf(db: Queryable, userIds: readonly string[], provider: PaymentProvider): Promise<PurchaseRow[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(purchases)
    .where(and(isAmong(purchases.userId, userIds), eq(purchases.provider, provider)))
    .orderBy(asc(purchases.createdAt), asc(purchases.id));
}

/** What a customer has bought. */
export async function purchasesOfCustomer(db: Queryable, customerId: string): Promise<PurchaseRow[]> {
  return db.select().from(purchases).where(eq(purchases.customerId, customerId)).orderBy(asc(purchases.createdAt));
}

/** Customers with a subscription whose period has ended between two times, as far as is known. */
export async function customersWithEndedPeriod(db: Db, provider: PaymentProvider, after: Date, until: Date): Promise<string[]> {
  const isOver = and(gt(purchases.periodEnd, after), lte(purchases.periodEnd, until), inArray(purchases.status, ['trialing', 'active']));
  const rows = await db
    .selectDistinct({ id: purchases.customerId })
    .from(purchases)
    .where(and(eq(purchases.provider, provider), isOver));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Writes down a purchase as it is now. */
export async function putPurchase(tx: Tx, row: typeof purchases.$inferInsert): Promise<void> {
  // Naming a unique column, even with the same value, would block a transaction that leaves this purchase to a family meanwhile, and each would wait for
  // the other.
  const { id: _, createdAt: __, userId: ___, providerId: ____, giftId: _____, ...change } = row;
  await tx.insert(purchases).values(row).onConflictDoUpdate({ target: purchases.providerId, set: change });
}

/** Whose purchases cover a family, as far as billing knows. */
export async function payerOf(db: Queryable, { familyId }: FamilyErrand): Promise<string | undefined> {
  const [row] = await db.select().from(familyPayers).where(eq(familyPayers.familyId, familyId));
  return row?.userId;
}

/** Says whose purchases cover a family. */
export async function setPayer(tx: Tx, { familyId }: FamilyErrand, userId: string): Promise<void> {
  await tx.insert(familyPayers).values({ familyId, userId }).onConflictDoUpdate({ target: familyPayers.familyId, set: { userId } });
}

/** Leaves to a family what a user had paid for it. */
export async function keepCoverage(tx: Tx, { familyId }: FamilyErrand, purchaseId: string, until: Date): Promise<void> {
  await tx
    .insert(keptCoverage)
    .values({ familyId, purchaseId, until })
    .onConflictDoUpdate({ target: [keptCoverage.familyId, keptCoverage.purchaseId], set: { until } });
}

/** What former owners have left to some families, each with the purchase. */
export async function keptFor(db: Queryable, familyIds: readonly string[], provider: PaymentProvider) {
  if (familyIds.length === 0) return [];
  return db
    .select({ familyId: keptCoverage.familyId, until: keptCoverage.until, purchase: purchases })
    .from(keptCoverage)
    .innerJoin(purchases, eq(purchases.id, keptCoverage.purchaseId))
    .where(and(isAmong(keptCoverage.familyId, familyIds), eq(purchases.provider, provider)));
}

/** Families to which something is left of a customer's purchases, or of one purchase. */
export async function familiesKeptBy(db: Queryable, what: { customerId: string } | { purchaseId: string }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: keptCoverage.familyId })
    .from(keptCoverage)
    .innerJoin(purchases, eq(purchases.id, keptCoverage.purchaseId))
    .where('customerId' in what ? eq(purchases.customerId, what.customerId) : eq(purchases.id, what.purchaseId));
  return rows.map(({ id }) => id);
}

/** The page that is open for a customer's plan. */
export async function openCheckoutOf(db: Queryable, customerId: string): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), eq(checkouts.state, 'open'), isNull(checkouts.giftId)));
  return row;
}

/** Adds a page. @returns false where one is open already */
export async function insertCheckout(db: Queryable, row: typeof checkouts.$inferInsert): Promise<boolean> {
  return (await db.insert(checkouts).values(row).onConflictDoNothing().returning({ id: checkouts.id })).length > 0;
}

/** Pages of a provider that were opened after a time and are not paid as far as is known. */
export async function openCheckoutsSince(
  db: Db,
  provider: PaymentProvider,
  since: Date,
): Promise<{ customerId: string; providerId: string }[]> {
  const rows = await db
    .select({ customerId: checkouts.customerId, providerId: checkouts.providerId })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(and(eq(customers.provider, provider), eq(checkouts.state, 'open'), gt(checkouts.createdAt, since)));
  return rows.flatMap(({ customerId, providerId }) => (providerId ? [{ customerId, providerId }] : []));
}

/** Pages of a provider for plans, opened before a time and not paid as far as is known, of customers who are no user's any more. @returns their ids */
export async function openCheckoutsOfGone(db: Db, provider: PaymentProvider, before: Date): Promise<string[]> {
  const isOpen = and(eq(checkouts.state, 'open'), isNull(checkouts.giftId), lt(checkouts.createdAt, before));
  const rows = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(and(eq(customers.provider, provider), isNull(customers.userId), isOpen));
  return rows.map(({ id }) => id);
}

/** A page by our id. */
export async function checkoutById(db: Queryable, id: string): Promise<CheckoutRow | undefined> {
  return (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0];
}

/** Changes a page that is open. */
export async function updateCheckout(db: Queryable, id: string, change: Partial<typeof checkouts.$inferInsert>): Promise<void> {
  await db
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.id, id), eq(checkouts.state, 'open')));
}

/** Deletes a checkout for which the provider has opened no page. */
export async function deleteCheckout(db: Queryable, id: string): Promise<void> {
  await db.delete(checkouts).where(eq(checkouts.id, id));
}

/** Adds a gift that is not paid yet, with its checkout. */
export async function insertGift(tx: Tx, row: typeof gifts.$inferInsert, checkout: Pick<CheckoutRow, 'id' | 'customerId'>): Promise<void> {
  await tx.insert(gifts).values(row);
  await tx.insert(checkouts).values({ ...checkout, giftId: row.id, state: 'open', createdAt: row.createdAt });
}

/** The last 50 gifts of a giver, the newest first. */
export async function giftsOf(db: Queryable, giverId: string): Promise<GiftRow[]> {
  return db.select().from(gifts).where(eq(gifts.giverId, giverId)).orderBy(desc(gifts.createdAt), desc(gifts.id)).limit(50);
}

/** Gifts that are not paid, with a page at a provider: of a giver, or those made before a time. @returns their ids */
export async function unpaidGifts(
  db: Queryable,
  provider: PaymentProvider,
  which: { giverId: string } | { before: Date },
): Promise<string[]> {
  const these = 'before' in which ? lt(gifts.createdAt, which.before) : eq(gifts.giverId, which.giverId);
  const rows = await db
    .select({ id: gifts.id })
    .from(gifts)
    .innerJoin(checkouts, eq(checkouts.giftId, gifts.id))
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(and(these, isNull(gifts.paidAt), isNull(gifts.endedAt), eq(customers.provider, provider)));
  return rows.map(({ id }) => id);
}

/** The page on which a gift is paid. */
export async function checkoutOfGift(db: Queryable, giftId: string): Promise<CheckoutRow | undefined> {
  return (await db.select().from(checkouts).where(eq(checkouts.giftId, giftId)))[0];
}

/** Deletes a gift with its page, unless it has been paid. */
export async function deleteUnpaidGift(db: Queryable, id: string): Promise<void> {
  await db.delete(gifts).where(and(eq(gifts.id, id), isNull(gifts.paidAt), isNull(gifts.endedAt)));
}

/** Reads a gift and locks its row until the transaction ends. @returns undefined where there is none */
export async function lockGift(tx: Tx, id: string): Promise<GiftRow | undefined> {
  return (await tx.select().from(gifts).where(eq(gifts.id, id)).for('update'))[0];
}

/** Reads the gift with a code and locks its row until the transaction ends. @returns undefined where there is none */
export async function lockGiftByCode(tx: Tx, codeHash: string): Promise<GiftRow | undefined> {
  return (await tx.select().from(gifts).where(eq(gifts.codeHash, codeHash)).for('update'))[0];
}

/** Changes a gift. */
export async function updateGift(tx: Tx, id: string, change: Partial<typeof gifts.$inferInsert>): Promise<void> {
  await tx.update(gifts).set(change).where(eq(gifts.id, id));
}

/** The purchase that a redeemed gift became. */
export async function purchaseOfGift(tx: Tx, giftId: string): Promise<PurchaseRow | undefined> {
  return (await tx.select().from(purchases).where(eq(purchases.giftId, giftId)))[0];
}

/** Stores an event that the provider has reported. @returns false where it was stored before */
export async function insertEvent(tx: Tx, row: typeof events.$inferInsert): Promise<boolean> {
  return (await tx.insert(events).values(row).onConflictDoNothing().returning({ id: events.id })).length > 0;
}

/** Deletes the events that were reported until a time. */
export async function deleteEventsUntil(db: Db, until: Date): Promise<void> {
  await db.delete(events).where(lte(events.receivedAt, until));
}

/** Notes that something is said, so that it is said one time only. @returns false where it was noted before */
export async function takeNotice(tx: Tx, key: string, now: Date): Promise<boolean> {
  return (await tx.insert(notices).values({ key, createdAt: now }).onConflictDoNothing().returning({ key: notices.key })).length > 0;
}

/** When everything was last compared with the provider. */
export async function lastReconciled(db: Db): Promise<Date | undefined> {
  const [row] = await db.select().from(reconciliations).orderBy(desc(reconciliations.finishedAt)).limit(1);
  return row?.finishedAt;
}

/** Writes down that everything was compared. */
export async function insertReconciliation(db: Db, row: typeof reconciliations.$inferInsert): Promise<void> {
  await db.insert(reconciliations).values(row).onConflictDoNothing();
}
