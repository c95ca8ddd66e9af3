import type { PlanName, RenewedPlan } from '@heartwood/contract/billing';
import { monthsAfter } from '@heartwood/contract/days';
import { message } from '@heartwood/messages/message';
import type { Session } from '#features/accounts/actions.ts';
import { record } from '#features/activity/actions.ts';
import { membershipsOf, nameOf, ownedBy } from '#features/family/actions.ts';
import { actForFamily, type FamilyScope } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import { plainCode } from '#platform/codes.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { createdBefore, createIdempotently, type Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { describeError } from '#platform/log.ts';
import { PaymentRefused, type Account, type Order, type ProviderCheckout, type Quote } from '#platform/payments/payments.ts';
import type { Sandbox } from '#platform/payments/sandbox.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import { coverFamily } from './erasure.ts';
import { syncCustomer } from './jobs.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { CheckoutRow, CustomerRow, GiftRow, PurchaseRow } from './store.ts';

/** @throws Refused subscription_inactive where nothing covers the family */
export async function assertCovered(platform: Platform, scope: FamilyScope): Promise<void> {
  if (!rules.isCovered(scope.standing, platform.clock.now())) throw refuse.inactive();
}

interface Wanted {
  plan: PlanName;
  /** A page of the provider, never a form in ours. */
  hosted: boolean;
}

/**
 * Opens the page on which an owner pays for a plan; the same one again while it is open.
 * @throws Refused forbidden for who owns no family, conflict where a plan runs, or for a key used otherwise
 */
export async function openCheckout(platform: Platform, session: Session, wanted: Wanted, idempotency?: Idempotency) {
  const { db, clock } = platform;
  await platform.limits.take(rules.checkoutLimit, session.userId);
  await assertOwner(platform, session);
  const customer = await becomeCustomer(platform, session);
  // A key that was used for another plan is refused; for the same one what is open, or runs, decides.
  if (idempotency) await createdBefore(db, idempotency);
  await assertMayBuy(platform, db, session, wanted.plan);
  const open = await store.openCheckoutOf(db, customer.id);
  const same = open && (await goOnWith(platform, customer, open, wanted));
  const id = same ? open.id : newId(clock);
  const page = same ?? (await beginCheckout(platform, session, customer, id, wanted));
  // A key is remembered once there is a page; a process that dies before leaves a checkout that the next try goes on with.
  if (idempotency) await createIdempotently(db, idempotency, clock.now(), async () => id);
  return page;
}

async function assertMayBuy({ payments, clock }: Platform, db: Queryable, { userId }: Session, plan: PlanName): Promise<void> {
  const purchases = await store.purchasesOf(db, [userId], payments.name);
  if (!rules.mayBuy(purchases, plan, clock.now())) throw refuse.conflict(message('billing.refusals.runs'));
}

/** The page of a checkout. Without an id it is not known whether it came about: opening it again finds it. */
const pageOf = (platform: Platform, customer: CustomerRow, row: CheckoutRow, hosted: boolean) =>
  ask(platform, async () =>
    row.providerId ? platform.payments.findCheckout(row.providerId) : openAtProvider(platform, customer, row, hosted),
  );

/** @returns the page that is open, undefined where another one has to be opened. @throws Refused conflict where it has been paid, or is just being opened */
async function goOnWith(platform: Platform, customer: CustomerRow, open: CheckoutRow, { plan, hosted }: Wanted) {
  const { payments, db, clock } = platform;
  const isBeingOpened = !open.providerId && open.createdAt > plus(clock.now(), { seconds: -rules.openingSeconds });
  if (isBeingOpened) throw refuse.conflict(message('billing.refusals.opening'));
  const found = await pageOf(platform, customer, open, hosted);
  const isWanted = open.plan === plan && !(hosted && found?.clientSecret);
  if (found?.state === 'open' && isWanted) return found;
  const state = found?.state === 'open' ? await ask(platform, () => payments.endCheckout(found.id)) : found?.state;
  if (state === 'complete') {
    await ask(platform, () => syncCustomer(platform, customer.id));
    throw refuse.conflict(message('billing.refusals.paid'));
  }
  await store.updateCheckout(db, open.id, { state: 'ended' });
  return undefined;
}

async function beginCheckout(platform: Platform, session: Session, customer: CustomerRow, id: string, { plan, hosted }: Wanted) {
  const { db, clock } = platform;
  const row = { id, customerId: customer.id, plan, giftId: null, providerId: null, state: 'open' as const, createdAt: clock.now() };
  const isFirst = await db.transaction(async (tx) => {
    await store.lockCustomerOf(tx, session.userId, customer.provider);
    await assertMayBuy(platform, tx, session, plan);
    return store.insertCheckout(tx, row);
  });
  if (!isFirst) throw refuse.conflict(message('billing.refusals.opening'));
  return ask(platform, () => openAtProvider(platform, customer, row, hosted)).catch((error: unknown) =>
    store.deleteCheckout(db, row.id).then(() => Promise.reject(error)),
  );
}

async function openAtProvider(platform: Platform, customer: CustomerRow, row: CheckoutRow, hosted: boolean): Promise<ProviderCheckout> {
  const { payments, db, config } = platform;
  const order: Order = row.plan ? { kind: 'plan', plan: row.plan } : { kind: 'gift' };
  const returnTo = `${config.publicUrl}${order.kind === 'gift' ? '/gift' : '/subscribe'}?checkout=${order.kind}`;
  const opened = await payments.createCheckout({ id: row.id, customer: customer.id, order, returnTo, hosted });
  await store.updateCheckout(db, row.id, { providerId: opened.id });
  return opened;
}

/** Opens the page on which a user pays a year for another family; where none can be opened, there is no gift. */
export async function openGift(
  platform: Platform,
  session: Session,
  { hosted, ...given }: { email: string; message: string | null; hosted: boolean },
  idempotency: Idempotency | undefined,
): Promise<ProviderCheckout> {
  await platform.limits.take(rules.checkoutLimit, session.userId);
  const customer = await becomeCustomer(platform, session);
  const { db, clock } = platform;
  const known = idempotency && (await createdBefore(db, idempotency));
  if (known) return pageOfGift(platform, customer, known, hosted);
  const [id, giftId, createdAt] = [newId(clock), newId(clock), clock.now()];
  const gift = { id: giftId, giverId: session.userId, ...given, createdAt };
  await db.transaction((tx) => store.insertGift(tx, gift, { id, customerId: customer.id }));
  const forget = () => store.deleteUnpaidGift(db, giftId);
  const page = await pageOfGift(platform, customer, id, hosted).catch((error: unknown) => forget().then(() => Promise.reject(error)));
  // A key is remembered once there is a page, as for a plan; of two requests with it at once the first one’s gift stays.
  const first = await createIdempotently(db, idempotency, createdAt, async () => id);
  if (first !== id) await forget();
  return first === id ? page : pageOfGift(platform, customer, first, hosted);
}

async function pageOfGift(platform: Platform, customer: CustomerRow, id: string, hosted: boolean): Promise<ProviderCheckout> {
  const row = await store.checkoutById(platform.db, id);
  if (!row) throw refuse.notFound();
  return ask(platform, () => openAtProvider(platform, customer, row, hosted));
}

/**
 * Takes a year that was given: it begins when what covers now is over.
 * @throws Refused not_found, gone for a code that was used, conflict for the giver and where the year would be lost, forbidden for who owns no family
 */
export async function redeemGift(platform: Platform, session: Session, code: string): Promise<void> {
  const { userId } = session;
  await assertOwner(platform, session, message('billing.refusals.giftOwnersOnly'));
  const done = await platform.limits.attempt([[rules.codeLimit, userId]], () =>
    platform.db.transaction(async (tx) => {
      const now = platform.clock.now();
      const provider = platform.payments.name;
      // A payment that is being written down counts. Customers come before gifts and families in every transaction, or two of them could
      // wait for each other.
      await store.lockCustomerOf(tx, userId, provider);
      const gift = await store.lockGiftByCode(tx, hashToken(plainCode(code)));
      if (!gift) return undefined;
      assertTakeable(gift, userId);
      const purchases = await store.purchasesOf(tx, [userId], provider);
      const owned = (await membershipsOf(tx, userId)).filter(({ role }) => role === 'owner');
      const families = owned.map(({ family }) => family);
      const loss = rules.lossOfGift(purchases, families, now);
      if (loss) throw refuse.conflict(message(loss === 'for good' ? 'billing.refusals.giftForGood' : 'billing.refusals.giftLost'));
      const ends = families.flatMap(({ trialEndsAt, paidUntil }) => [trialEndsAt, paidUntil]);
      const begin = rules.beginOfGift([...purchases.map(rules.coveredBy), ...ends], now);
      const year = { userId, giftId: gift.id, provider, providerId: `gift_${gift.id}` };
      const times = { createdAt: now, updatedAt: now, periodEnd: monthsAfter(begin, 12) };
      await store.putPurchase(tx, { id: newId(platform.clock), ...rules.givenYear, ...year, ...times });
      await store.updateGift(tx, gift.id, { redeemedAt: now, redeemedBy: userId });
      for (const { familyId } of owned.toSorted((a, b) => (a.familyId < b.familyId ? -1 : 1))) {
        await coverFamily(platform, tx, familyId);
        await record(platform, tx, actForFamily(familyId, 'a gift'), { type: 'plan.given', ids: { family_id: familyId } });
      }
      return true;
    }),
  );
  if (!done) throw refuse.notFound(message('billing.refusals.giftUnknown'));
}

/** @throws Refused gone for a year that was taken, or whose payment was given back, conflict for one's own gift */
function assertTakeable({ redeemedAt, redeemedBy, endedAt, giverId }: GiftRow, userId: string): void {
  if (endedAt) throw refuse.gone(message('billing.refusals.giftEnded'));
  if (redeemedAt) throw refuse.gone(message(redeemedBy === userId ? 'billing.refusals.usedByYou' : 'billing.refusals.used'));
  if (giverId === userId) throw refuse.conflict(message('billing.refusals.ownGift'));
}

/** What a change of plan would cost. @throws Refused conflict where none runs, or it is the same */
export async function previewChange(platform: Platform, session: Session, to: RenewedPlan): Promise<Quote> {
  await platform.limits.take(rules.readLimit, session.userId);
  const { purchase } = await changeable(platform, session, to);
  return ask(platform, () => platform.payments.previewChange(purchase.providerId, to, platform.clock.now()));
}

/** Changes the plan at once. @throws Refused conflict where none runs, it is the same, or the card is declined */
export async function changePlan(platform: Platform, session: Session, to: RenewedPlan): Promise<Quote> {
  await platform.limits.take(rules.planLimit, session.userId);
  const { purchase, customerId } = await changeable(platform, session, to);
  const quote = await ask(platform, () => platform.payments.change(purchase.providerId, to, platform.clock.now()));
  await ask(platform, () => syncCustomer(platform, customerId));
  return quote;
}

async function changeable(platform: Platform, session: Session, to: RenewedPlan) {
  await assertOwner(platform, session);
  const running = await runningPlan(platform, session);
  const { plan, status } = running.purchase;
  if (status !== 'active' || plan === to) throw refuse.conflict(message(plan === to ? 'billing.refusals.same' : 'billing.refusals.none'));
  return running;
}

/** Lets the plan end with its period, or at once where that is not paid, or go on. @throws Refused conflict where none runs, forbidden where it would pay for no family */
export async function setRenewal(platform: Platform, session: Session, renews: boolean): Promise<void> {
  await platform.limits.take(rules.planLimit, session.userId);
  if (renews) await assertOwner(platform, session);
  const { purchase, customerId } = await runningPlan(platform, session);
  const [{ payments }, { providerId: id, status }] = [platform, purchase];
  await ask(platform, () => (renews || rules.isPaid(status) ? payments.setRenewal(id, renews) : payments.cancelNow(id)));
  await ask(platform, () => syncCustomer(platform, customerId));
}

/** The page for cards and bills. @throws Refused forbidden, not_found for users who have never paid */
export async function openPortal(platform: Platform, session: Session): Promise<string> {
  await platform.limits.take(rules.planLimit, session.userId);
  const customer = await store.customerOf(platform.db, session.userId, platform.payments.name);
  if (!customer) await assertOwner(platform, session);
  if (!customer) throw refuse.notFound();
  return ask(platform, () => platform.payments.portal(customer.id, `${platform.config.publicUrl}/private/profile#subscription`));
}

/** What a user has been billed, the newest first, and what for. @throws Refused forbidden */
export async function billedTo(platform: Platform, session: Session): Promise<Account> {
  await platform.limits.take(rules.readLimit, session.userId);
  const customer = await store.customerOf(platform.db, session.userId, platform.payments.name);
  if (!customer) await assertOwner(platform, session);
  if (!customer) return { bills: [], bought: [] };
  return (await ask(platform, () => platform.payments.accountOf(customer.id))) ?? { bills: [], bought: [] };
}

/** What is to be paid on a page of the sandbox. @throws Refused not_found */
export async function sandboxCheckout(platform: Platform, session: Session, id: string) {
  const { sandbox, customer } = await sandboxOf(platform, session);
  const found = await sandbox.checkoutOf(customer.id, id);
  if (!found) throw refuse.notFound();
  return found;
}

/** Pays with a test card. @throws Refused not_found, conflict where it was paid before or the bank asks, validation_failed where it is declined */
export async function paySandbox(
  platform: Platform,
  session: Session,
  { checkout, ...card }: { checkout: string; number: string; expiry: string; confirmed: boolean },
): Promise<void> {
  const { sandbox, customer } = await sandboxOf(platform, session);
  await platform.limits.take(rules.cardLimit, session.userId);
  const outcome = await sandbox.pay(customer.id, checkout, card);
  if (outcome === 'not found') throw refuse.notFound();
  if (outcome === 'over') throw refuse.conflict(message('billing.refusals.over'));
  if (outcome === 'asks the bank') throw refuse.conflict(message('billing.refusals.confirm'));
  if (outcome === 'declined') throw refuse.invalid({ number: [message('billing.refusals.declined')] });
  await syncCustomer(platform, customer.id);
}

async function sandboxOf(platform: Platform, { userId }: Session): Promise<{ sandbox: Sandbox; customer: CustomerRow }> {
  const customer = await store.customerOf(platform.db, userId, 'sandbox');
  if (!platform.sandbox || !customer) throw refuse.notFound();
  return { sandbox: platform.sandbox, customer };
}

/** @throws Refused forbidden for who owns no family */
async function assertOwner({ db }: Platform, { userId }: Session, text = message('billing.refusals.ownersOnly')): Promise<void> {
  if ((await ownedBy(db, userId)).length === 0) throw refuse.forbidden(text);
}

/** The subscription that runs, also of a user who has handed every family over and wants to end it. @throws Refused forbidden, conflict */
async function runningPlan(platform: Platform, session: Session): Promise<{ purchase: PurchaseRow; customerId: string }> {
  const purchases = await store.purchasesOf(platform.db, [session.userId], platform.payments.name);
  const purchase = purchases.findLast(({ status, customerId }) => customerId !== null && rules.isRunning(status));
  if (purchase?.customerId) return { purchase, customerId: purchase.customerId };
  await assertOwner(platform, session);
  throw refuse.conflict(message('billing.refusals.none'));
}

async function becomeCustomer(platform: Platform, { userId, email }: Session): Promise<CustomerRow> {
  const { db, payments, clock } = platform;
  const known = await store.customerOf(db, userId, payments.name);
  if (known) return known;
  const { firstname, lastname } = await nameOf(db, userId);
  const id = await ask(platform, () => payments.createCustomer({ userId, email, name: `${firstname} ${lastname}`.trim() }));
  await store.insertCustomer(db, { id, userId, provider: payments.name, createdAt: clock.now() });
  const customer = await store.customerOf(db, userId, payments.name);
  if (!customer) throw refuse.unavailable();
  return customer;
}

/** Asks the provider. @throws Refused conflict where it refuses, unavailable where it does not answer or fails */
async function ask<T>(platform: Platform, verb: () => Promise<T>): Promise<T> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (error instanceof PaymentRefused) throw refuse.conflict(message('billing.refusals.declined'));
    platform.log.error({ error: describeError(error) }, 'the provider of payments could not be asked');
    throw new Refused('unavailable', message('billing.refusals.away'), { retryAfter: 30 });
  }
}
