import { familyById, lockFamily, ownedBy, ownerOf, payFamilyUntil } from '#features/family/actions.ts';
import type { CoverFor } from '#features/family/emails.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Payments, ProviderCheckout } from '#platform/payments/payments.ts';
import type { Platform } from '#platform/platform.ts';
import {
  entitlementBy,
  forever,
  isPaid,
  isRunning,
  keptOf,
  openingSeconds,
  paidUntil,
  renewalsOf,
  surplusOf,
  unpaidGiftDays,
} from './rules.ts';
import * as store from './store.ts';
import type { PurchaseRow } from './store.ts';

// What an owner who goes leaves to a family, and what becomes of what they go on paying for. The provider is asked by jobs, which are tried for a
// day and a half; the nightly comparison finds again what is left.

/** Ends a subscription at the provider. */
const ending: JobKind<{ providerId: string }> = { name: 'billing-end', concurrency: 1, timeout: 60, retries: 40 };
/** Lets subscriptions of a customer end with their period, or go on, as they pay for no family or for one. */
const renewing: JobKind<{ customerId: string }> = { name: 'billing-renewal', concurrency: 1, timeout: 60, retries: 40 };
/** Ends the page on which a user whose account is gone could still pay for a plan. */
const closing: JobKind<{ checkoutId: string }> = { name: 'billing-checkout-end', concurrency: 1, timeout: 60, retries: 40 };
/** Ends the page of a gift that is not paid, and deletes the gift. */
const givingUp: JobKind<{ giftId: string }> = {
  name: 'billing-gift-end',
  concurrency: 1,
  timeout: 60,
  retries: 40,
  waitsOnce: true,
};

/**
 * What becomes of the money of a user whose account is deleted: their families keep what is paid for the running period, the provider asks
 * for no more, nothing can be paid on a page that is open, and what they wanted to give and have not paid goes.
 */
export async function leaveFamiliesCovered(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await ownedBy(tx, userId))
    await leaveCoverage(platform, tx, actForFamily(familyId, 'its owner deletes the account'), userId);
  for (const { providerId, status, customerId } of await store.purchasesOf(tx, [userId], platform.payments.name))
    if (customerId && isRunning(status)) await endSoon(platform, tx, providerId);
  await closeSoon(platform, tx, userId);
  await giveUpSoon(platform, tx, { giverId: userId });
}

// [Note: A page that outlives an account]
// What is paid on it would cover nobody: no family is its buyer's any more. So the page is ended, by a job, once the account is gone. It may have been paid
// before: then the customer is looked at, a subscription is ended, and the log asks for a person to give the money back. A page whose row came while the
// account went is ended by the nightly comparison.

/** Ends the page on which a user could pay for a plan; one that is just being opened once that is over. */
async function closeSoon({ payments, jobs, clock }: Platform, tx: Tx, userId: string): Promise<void> {
  const customer = await store.customerOf(tx, userId, payments.name);
  const open = customer && (await store.openCheckoutOf(tx, customer.id));
  if (!open) return;
  const isBeingOpened = !open.providerId;
  await jobs.enqueue(tx, closing, { checkoutId: open.id }, isBeingOpened ? { after: plus(clock.now(), { seconds: openingSeconds }) } : {});
}

/** Ends the pages for plans of users whose accounts are gone, but for those that are just being opened. */
export async function closeLeft({ db, payments, jobs, clock }: Platform): Promise<void> {
  const before = plus(clock.now(), { seconds: -openingSeconds });
  for (const checkoutId of await store.openCheckoutsOfGone(db, payments.name, before)) await jobs.enqueue(db, closing, { checkoutId });
}

/** Ends a page on which nothing is to be paid any more. @param look at a customer who has paid on it */
async function closeCheckout({ db, payments }: Platform, checkoutId: string, look: (customerId: string) => Promise<void>): Promise<void> {
  const checkout = await store.checkoutById(db, checkoutId);
  if (checkout?.state !== 'open') return;
  const state = await endPage(payments, checkout.providerId);
  // By a slow bank it may still be paid: what comes then is reported, and written down.
  if (state === 'complete') await look(checkout.customerId);
  else await store.updateCheckout(db, checkoutId, { state: 'ended' });
}

/** Ends a page at the provider. @returns how it stands there then; undefined where there is none */
async function endPage(payments: Payments, providerId: string | null | undefined): Promise<ProviderCheckout['state'] | undefined> {
  const found = providerId ? await payments.findCheckout(providerId) : undefined;
  return found?.state === 'open' ? payments.endCheckout(found.id) : found?.state;
}

/**
 * Says in the log that something is paid for an account that is gone: once for each payment.
 * @param before what was known of the customer's purchases, `after` what is known now
 */
export function alarmOfUnused({ log }: Platform, customerId: string, before: readonly PurchaseRow[], after: readonly PurchaseRow[]): void {
  for (const one of after) {
    const known = before.find(({ id }) => id === one.id);
    const isNew = !known || !isPaidFor(known) || (one.periodEnd !== null && known.periodEnd !== null && one.periodEnd > known.periodEnd);
    if (isPaidFor(one) && isNew)
      log.error({ customer: customerId, bought: one.providerId }, 'ALARM: something is paid for an account that is gone; it covers nobody');
  }
}

const isPaidFor = ({ status, isRefunded }: PurchaseRow): boolean => !isRefunded && (status === 'lifetime' || isPaid(status));

/** Lets a user's plans end with their period where they own no family, and go on where they own one. @param look at the customer then */
async function renewAsUsed(
  { db, payments, clock }: Platform,
  customerId: string,
  look: (customerId: string) => Promise<void>,
): Promise<void> {
  const userId = (await store.customerById(db, customerId))?.userId;
  if (!userId) return;
  const ownsFamily = (await ownedBy(db, userId)).length > 0;
  for (const { providerId } of renewalsOf(await store.purchasesOfCustomer(db, customerId), ownsFamily))
    await payments.setUse(providerId, ownsFamily ? null : clock.now());
  await look(customerId);
}

/** Registers the jobs that end at the provider what nobody is to pay any more, or let it go on. @param look at a customer of whom something may be new */
export function endingJobs(platform: Platform, look: (customerId: string) => Promise<void>): void {
  const { jobs, payments } = platform;
  jobs.handle(ending, ({ providerId }) => payments.cancelNow(providerId));
  jobs.handle(renewing, ({ customerId }) => renewAsUsed(platform, customerId, look));
  jobs.handle(closing, ({ checkoutId }) => closeCheckout(platform, checkoutId, look));
  jobs.handle(givingUp, ({ giftId }) => giveUpGift(platform, giftId));
}

/**
 * A family has another owner, or its first: what covers it is found out anew, and whether they go on paying for a family. The provider is asked, too:
 * what they are just paying may not be written down yet, and then covers only what they owned before.
 */
export async function coverAnew(platform: Platform, tx: Tx, happened: Happened<'role.changed' | 'member.joined'>): Promise<void> {
  await coverFamily(platform, tx, happened.familyId);
  const customer = await store.customerOf(tx, happened.fact.ids.user_id, platform.payments.name);
  // Whether they own a family is known when this is kept: they may hand over two of them at once.
  if (customer) await platform.jobs.enqueue(tx, renewing, { customerId: customer.id });
}

/** Has subscriptions ended that must not ask for money again, and renewed as they pay for a family. @param purchases of one user */
export async function endWhatIsUnused(platform: Platform, tx: Tx, purchases: readonly PurchaseRow[], ownsFamily: boolean): Promise<void> {
  for (const { providerId } of surplusOf(purchases, ownsFamily)) await endSoon(platform, tx, providerId);
  const customerId = renewalsOf(purchases, ownsFamily)[0]?.customerId;
  if (customerId) await platform.jobs.enqueue(tx, renewing, { customerId });
}

/** Ends a subscription at the provider once the transaction is kept, tried until it is confirmed. */
export async function endSoon(platform: Platform, tx: Tx, providerId: string): Promise<void> {
  await platform.jobs.enqueue(tx, ending, { providerId });
}

// [Note: A gift that is not paid]
// Its row has an address and somebody's words, and a payment that comes finds the address by it. So the row is deleted once the provider says
// that nothing can be paid on its page any more. While a slow bank may still pay, it stays: what is paid is sent, also without its giver.

async function giveUpSoon(platform: Platform, tx: Queryable, which: Parameters<typeof store.unpaidGifts>[2]): Promise<void> {
  for (const giftId of await store.unpaidGifts(tx, platform.payments.name, which))
    await platform.jobs.enqueue(tx, givingUp, { giftId }, { key: giftId });
}

/** Gives up gifts that have not been paid for a week. */
export const giveUpOldGifts = (platform: Platform): Promise<void> =>
  giveUpSoon(platform, platform.db, { before: plus(platform.clock.now(), { days: -unpaidGiftDays }) });

/** Ends the page of a gift and deletes the gift, unless it is paid or a slow bank may still pay it. */
async function giveUpGift({ db, payments }: Platform, giftId: string): Promise<void> {
  const checkout = await store.checkoutOfGift(db, giftId);
  const state = await endPage(payments, checkout?.providerId);
  if (state !== 'complete') await store.deleteUnpaidGift(db, giftId);
}

/** Says until when a family is covered, by what is stored of its owner, and by what is left of those before. */
export async function coverFamily(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  const errand = actForFamily(familyId, 'what covers it may have changed');
  if (!(await lockFamily(tx, familyId))) return;
  const ownerId = await ownerOf(tx, familyId);
  if (!ownerId) return;
  const payerId = await store.payerOf(tx, errand);
  if (payerId && payerId !== ownerId) await leaveCoverage(platform, tx, errand, payerId);
  const { name: provider } = platform.payments;
  const purchases = await store.purchasesOf(tx, [ownerId], provider);
  if (payerId || purchases.length > 0) await store.setPayer(tx, errand, ownerId);
  await payFamilyUntil(tx, errand, paidUntil(purchases, await store.keptFor(tx, [familyId], provider)));
}

/** What covers a family for who has just become its owner, once it has been found out anew. */
export const coverFor: CoverFor = async (platform, tx, { familyId, ownerId }) => {
  const now = platform.clock.now();
  if ((await store.purchasesOf(tx, [ownerId], platform.payments.name)).some((one) => goesOn(one, now))) return { kind: 'own' };
  const { paidUntil: end = null, trialEndsAt = null } = (await familyById(tx, familyId)) ?? {};
  if (end && end >= forever) return { kind: 'forGood' };
  const until = new Date(Math.max(end?.getTime() ?? 0, trialEndsAt?.getTime() ?? 0));
  if (until <= now) return { kind: 'nothing' };
  return { kind: until.getTime() === end?.getTime() ? 'paid' : 'trial', until };
};

/** Whether a purchase covers its buyer's families without an end: paid once, or renewed, also again after it paid for no family. */
const goesOn = (purchase: PurchaseRow, now: Date): boolean =>
  entitlementBy(purchase, now).covered &&
  (purchase.status === 'lifetime' || (isPaid(purchase.status) && (!purchase.cancelAtPeriodEnd || purchase.unusedSince !== null)));

/** Leaves to a family what a user has paid for, to the end of the running period. */
async function leaveCoverage(platform: Platform, tx: Tx, errand: FamilyErrand, userId: string): Promise<void> {
  for (const purchase of await store.purchasesOf(tx, [userId], platform.payments.name)) {
    const until = keptOf(purchase);
    if (until && until > platform.clock.now()) await store.keepCoverage(tx, errand, purchase.id, until);
  }
}
