import { randomBytes } from 'node:crypto';
import { readerOf, userById } from '#features/accounts/actions.ts';
import type { UserRow } from '#features/accounts/actions.ts';
import type { Addressee } from '#features/accounts/emails.ts';
import { lockFamily, ownedBy, ownerOf, payFamilyUntil } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand } from '#features/family/scope.ts';
import { record } from '#features/activity/actions.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import { retryTransaction } from '#platform/db/retries.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { Account, Bought } from '#platform/payments/payments.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import { giftMail, noticeMail, trialMail } from './emails.ts';
import { trialsEnding } from './queries.ts';
import {
  eventDays,
  isKnown,
  isRunning,
  keptOf,
  paidUntil,
  plainCode,
  reconcileHours,
  surplusOf,
  writtenCode,
  noticesOf,
  trialNoticeDays,
} from './rules.ts';
import type { Notice } from './rules.ts';
import * as store from './store.ts';
import type { CustomerRow } from './store.ts';

const syncing: JobKind<{ customerId: string; asked: number }> = { name: 'billing-sync', concurrency: 2, timeout: 120, retries: 40 };
/** A report that names no customer, only a payment: a dispute. */
const finding: JobKind<{ paymentId: string }> = { name: 'billing-find', concurrency: 1, timeout: 60, retries: 40 };
const reconciling: JobKind<object> = { name: 'billing-reconcile', concurrency: 1, timeout: 14_400, retries: 3 };
const startingUp: JobKind<object> = { name: 'billing-reconcile-late', concurrency: 1, timeout: 14_400, retries: 3 };
const trials: JobKind<object> = { name: 'billing-trials', concurrency: 1, timeout: 600, retries: 3 };
// An account that is deleted must not be asked for money again: tried for a day and a half, and found again by the nightly comparison.
const ending: JobKind<{ providerId: string }> = { name: 'billing-end', concurrency: 1, timeout: 60, retries: 40 };

// [Note: How money is kept in step]
// Nothing that is reported is believed: a report, a click, a night only say that somebody's account at the provider is to be looked at. It is
// fetched as a whole, what has been bought is derived from it, and from that until when families are covered; so the order of reports, their
// doubles and their loss change nothing in the end. Answers are numbered before they are asked for: an older one is never written over a newer.

/**
 * Keeps what the provider has reported, once, with the job that looks at whose account it is about; a stranger's is kept and nothing else.
 * @throws Refused not_found without a provider that reports, malformed_request where the report is not believed
 */
export async function hearReport(platform: Platform, body: Buffer, signature: string | undefined): Promise<void> {
  if (!platform.reports) throw refuse.notFound();
  const now = platform.clock.now();
  const report = platform.reports.read(body, signature, now);
  if (!report) throw refuse.malformed();
  await platform.db.transaction(async (tx) => {
    if (!(await store.insertEvent(tx, { ...report, receivedAt: now }))) return;
    const customer = report.customerId ? await store.customerById(tx, report.customerId) : undefined;
    if (customer) await platform.jobs.enqueue(tx, syncing, { customerId: customer.id, asked: customer.asked });
    else if (!report.customerId && report.paymentId) await platform.jobs.enqueue(tx, finding, { paymentId: report.paymentId });
  });
}

/** Fetches what a customer has bought, and writes down what follows. A customer of somebody else's is nobody's business. */
export async function syncCustomer(platform: Platform, customerId: string): Promise<void> {
  const asked = await store.askAbout(platform.db, customerId);
  if (asked === undefined) return;
  const account = await platform.payments.accountOf(customerId);
  if (!account)
    return platform.log.error({ customer: customerId }, 'ALARM: the provider of payments does not know a customer; nothing is changed');
  await retryTransaction(() =>
    platform.db.transaction(async (tx) => {
      const customer = await store.takeAnswer(tx, customerId, asked);
      if (customer) await writeDown(platform, tx, customer, account);
    }),
  );
}

async function writeDown(platform: Platform, tx: Tx, customer: CustomerRow, account: Account): Promise<void> {
  for (const bought of account.bought) {
    if (bought.order.kind === 'plan') await putBought(platform, tx, customer, bought);
    else await settleGift(platform, tx, bought);
    if (bought.checkoutId && bought.status !== 'unpaid') await store.updateCheckout(tx, bought.checkoutId, { state: 'paid' });
  }
  const purchases = await store.purchasesOfCustomer(tx, customer.id);
  const owned = customer.userId ? await ownedBy(tx, customer.userId) : [];
  const kept = await store.familiesKeptBy(tx, customer.id);
  for (const familyId of [...new Set([...owned, ...kept])].toSorted()) await coverFamily(platform, tx, familyId);
  const gifts = account.bought.flatMap(({ id, order }) => (order.kind === 'gift' ? [id] : []));
  await tell(platform, tx, customer, owned, noticesOf(purchases, gifts, account.bills, platform.clock.now()));
  // Nobody is there any more who could end it.
  const unwanted = customer.userId ? surplusOf(purchases) : purchases.filter(({ status }) => isRunning(status));
  for (const { providerId } of unwanted) await endSoon(platform, tx, providerId);
}

/** Writes down one thing as it is now. A status nobody knows leaves it as it was. */
async function putBought(platform: Platform, tx: Tx, customer: CustomerRow, bought: Bought): Promise<void> {
  const { order, status } = bought;
  if (order.kind !== 'plan' || (status === 'unpaid' && order.plan === 'lifetime')) return;
  const word = order.plan === 'lifetime' ? 'lifetime' : status;
  if (!isKnown(word))
    return platform.log.error({ bought: bought.id, status }, 'ALARM: a status that is not known; coverage stays as it was');
  await store.putPurchase(tx, {
    id: newId(platform.clock),
    userId: customer.userId,
    customerId: customer.id,
    provider: customer.provider,
    providerId: bought.id,
    plan: order.plan,
    status: word,
    periodEnd: bought.periodEnd,
    cancelAtPeriodEnd: bought.cancelAtPeriodEnd,
    failedSince: bought.failedSince,
    isRefunded: bought.isRefunded,
    dispute: bought.dispute,
    createdAt: bought.createdAt,
    updatedAt: platform.clock.now(),
  });
}

/** Sends the code of a gift that is paid, once; takes the year back when its payment was. */
async function settleGift(platform: Platform, tx: Tx, bought: Bought): Promise<void> {
  const checkout = bought.checkoutId ? await store.checkoutById(tx, bought.checkoutId) : undefined;
  const gift = checkout?.giftId ? await store.lockGift(tx, checkout.giftId) : undefined;
  if (!gift || bought.status === 'unpaid') return;
  const now = platform.clock.now();
  const isGivenBack = bought.isRefunded || bought.dispute === 'lost';
  if (isGivenBack && !gift.endedAt) {
    await store.updateGift(tx, gift.id, { endedAt: now });
    const taken = await store.purchaseOfGift(tx, gift.id);
    if (taken) await store.putPurchase(tx, { ...taken, isRefunded: true, updatedAt: now });
    for (const familyId of taken?.userId ? await ownedBy(tx, taken.userId) : []) await coverFamily(platform, tx, familyId);
  }
  if (isGivenBack || gift.paidAt || !gift.email) return;
  const code = writtenCode(randomBytes(10));
  const giver = gift.giverId ? await readerOf(tx, gift.giverId) : { firstname: '', language: 'en' as const };
  await platform.mail.send(
    tx,
    giftMail(platform.config.publicUrl, { to: gift.email, language: giver.language, giver: giver.firstname, message: gift.message, code }),
    gift.giverId ? { userId: gift.giverId } : undefined,
  );
  await store.updateGift(tx, gift.id, { paidAt: now, codeHash: hashToken(plainCode(code)), email: null, message: null });
}

/** Says once what has happened about somebody's money: in every family they own, and to them by mail. */
async function tell(
  platform: Platform,
  tx: Tx,
  { userId }: CustomerRow,
  owned: readonly string[],
  notices: readonly Notice[],
): Promise<void> {
  for (const notice of notices) {
    if (!(await store.takeNotice(tx, notice.key, platform.clock.now()))) continue;
    const { fact, plan } = notice;
    for (const familyId of plan ? owned : [])
      await record(platform, tx, actForFamily(familyId, 'a payment'), { type: fact, ids: { family_id: familyId } });
    const user = userId ? await userById(tx, userId) : undefined;
    const mail = user && noticeMail(platform.config.publicUrl, notice, await addresseeOf(tx, user), platform.payments.name === 'sandbox');
    if (mail) await platform.mail.send(tx, mail);
  }
}

const addresseeOf = async (tx: Tx, user: UserRow): Promise<Addressee> => ({ to: user.email, ...(await readerOf(tx, user.id)) });

/** Tells owners whose trial ends soon, each once; not those whose family is paid for. */
export async function tellOfTrials(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  for (const { familyId, ownerId, trialEndsAt } of await trialsEnding(platform.db, now, plus(now, { days: trialNoticeDays }))) {
    await platform.db.transaction(async (tx) => {
      const user = await userById(tx, ownerId);
      if (!user || !(await store.takeNotice(tx, `trial:${familyId}`, now))) return;
      await platform.mail.send(tx, trialMail(platform.config.publicUrl, await addresseeOf(tx, user), trialEndsAt));
    });
  }
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

/** Leaves to a family what somebody has paid for, to the end of the running period. */
export async function leaveCoverage(platform: Platform, tx: Tx, errand: FamilyErrand, userId: string): Promise<void> {
  for (const purchase of await store.purchasesOf(tx, [userId], platform.payments.name)) {
    const until = keptOf(purchase);
    if (until && until > platform.clock.now()) await store.keepCoverage(tx, errand, purchase.id, until);
  }
}

/** Ends a subscription at the provider once the transaction is kept, tried until it is confirmed. */
export async function endSoon(platform: Platform, tx: Tx, providerId: string): Promise<void> {
  await platform.jobs.enqueue(tx, ending, { providerId });
}

/** How many customers are looked at at the same time, and read at once. */
const hands = { atOnce: 4, page: 500 };

/**
 * Compares everything that is stored with the provider, whatever was reported.
 * @returns how many customers were looked at
 * @throws Error where some could not be: the next try looks at all of them again
 */
export async function reconcile(platform: Platform): Promise<number> {
  const { db, clock, payments, log } = platform;
  let [count, failed] = [0, 0];
  for (let after = ''; ;) {
    const page = await store.customersAfter(db, payments.name, after, hands.page);
    for (let at = 0; at < page.length; at += hands.atOnce) {
      const results = await Promise.allSettled(page.slice(at, at + hands.atOnce).map((id) => syncCustomer(platform, id)));
      failed += results.filter(({ status }) => status === 'rejected').length;
    }
    count += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await store.deleteEventsUntil(db, plus(clock.now(), { days: -eventDays }));
  if (failed > 0) throw new Error(`${failed} of ${count} customers could not be compared with the provider of payments`);
  await store.insertReconciliation(db, { finishedAt: clock.now(), customers: count });
  log.info({ customers: count }, 'everything paid was compared with the provider');
  return count;
}

/** Compares everything where that was not done for a day: a server that was away has heard of nothing. */
export async function reconcileIfLate(platform: Platform): Promise<void> {
  const last = await store.lastReconciled(platform.db);
  if (!last || last <= plus(platform.clock.now(), { hours: -reconcileHours })) await reconcile(platform);
}

/** Has that done at once, when a process starts. */
export const reconcileAtStart = (platform: Platform): Promise<void> => platform.jobs.enqueue(platform.db, startingUp, {});

/** Says that this process does the work. */
export function billingJobs(platform: Platform): void {
  const { jobs, payments, db } = platform;
  jobs.schedule(reconciling, '40 2 * * *', async () => void (await reconcile(platform)));
  jobs.schedule(trials, '5 * * * *', () => tellOfTrials(platform));
  jobs.handle(startingUp, () => reconcileIfLate(platform));
  jobs.handle(finding, async ({ paymentId }) => {
    const customerId = await payments.customerOfPayment(paymentId);
    if (customerId) await syncCustomer(platform, customerId);
  });
  jobs.handle(syncing, async ({ customerId, asked }) => {
    const customer = await store.customerById(db, customerId);
    if (customer && customer.answered <= asked) await syncCustomer(platform, customerId);
  });
  jobs.handle(ending, ({ providerId }) => payments.cancelNow(providerId));
}
