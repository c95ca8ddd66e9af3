import { readerOf, userById } from '#features/accounts/actions.ts';
import type { UserRow } from '#features/accounts/actions.ts';
import type { Addressee, WriteFrom } from '#features/accounts/emails.ts';
import { lockFamily, ownedBy } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import { record } from '#features/activity/actions.ts';
import { plus } from '#platform/clock.ts';
import { newCode, plainCode } from '#platform/codes.ts';
import type { Tx } from '#platform/db/pool.ts';
import { retryTransaction } from '#platform/db/retries.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { eachFamily } from '#platform/jobs/each-family.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import { PaymentsAway } from '#platform/payments/payments.ts';
import type { Account, Bought } from '#platform/payments/payments.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/tokens.ts';
import { giftMail, giverMail, noticeMail, trialMail } from './emails.ts';
import { alarmOfUnused, closeLeft, coverFamily, endingJobs, endSoon, endWhatIsUnused, giveUpOldGifts } from './erasure.ts';
import { trialsEnding } from './queries.ts';
import * as rules from './rules.ts';
import type { Notice } from './rules.ts';
import * as store from './store.ts';
import type { CustomerRow, GiftRow } from './store.ts';

// What is reported while a look at the customer waits is seen by it: a payment is half a dozen reports.
const syncing: JobKind<{ customerId: string }> = { name: 'billing-sync', concurrency: 2, timeout: 120, retries: 40, waitsOnce: true };
/** A report that names no customer, only a payment: a dispute. */
const finding: JobKind<{ paymentId: string }> = { name: 'billing-find', concurrency: 1, timeout: 60, retries: 40 };
const reconciling: JobKind<object> = { name: 'billing-reconcile', concurrency: 1, timeout: 14_400, retries: 3 };
const startingUp: JobKind<object> = { name: 'billing-reconcile-late', concurrency: 1, timeout: 14_400, retries: 3 };
// It runs again in two minutes: there is nothing to try again.
const missed: JobKind<object> = { name: 'billing-missed', concurrency: 1, timeout: 600, retries: 0 };
const oldGifts: JobKind<object> = { name: 'billing-gifts', concurrency: 1, timeout: 600, retries: 3 };
const endingTrials: JobKind<object> = { name: 'billing-trials', concurrency: 1, timeout: 600, retries: 3 };

// [Note: How payments are synchronised]
// Nothing that is reported is believed: a report, a click or a nightly run only says that an account at the provider is to be looked at. It is
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
    if (customer) await platform.jobs.enqueue(tx, syncing, { customerId: customer.id }, { key: customer.id });
    else if (!report.customerId && report.paymentId) await platform.jobs.enqueue(tx, finding, { paymentId: report.paymentId });
  });
}

/** Fetches what a customer has bought, and writes down what follows. Nothing is stored of a customer that is not ours. */
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
  const before = await store.purchasesOfCustomer(tx, customer.id);
  const given: string[] = [];
  for (const bought of account.bought) {
    if (bought.order.kind === 'plan') await putBought(platform, tx, customer, bought);
    else given.push(...(await settleGift(platform, tx, bought)));
    if (bought.checkoutId && bought.status !== 'unpaid') await store.updateCheckout(tx, bought.checkoutId, { state: 'paid' });
  }
  const purchases = await store.purchasesOfCustomer(tx, customer.id);
  const ownedNow = async () => (customer.userId ? ownedBy(tx, customer.userId) : []);
  const kept = await store.familiesKeptBy(tx, { customerId: customer.id });
  for (const familyId of [...new Set([...(await ownedNow()), ...kept, ...given])].toSorted()) await coverFamily(platform, tx, familyId);
  // Read once more, now that the families are held: one of them may have been handed over meanwhile.
  const owned = await ownedNow();
  const gifts = account.bought.flatMap(({ id, order }) => (order.kind === 'gift' ? [id] : []));
  const notices = rules.noticesOf(purchases, gifts, account.bills, platform.clock.now());
  await tell(platform, tx, customer, owned, [...notices, ...rules.noticesOfUse(before, purchases)]);
  if (customer.userId) return endWhatIsUnused(platform, tx, purchases, owned.length > 0);
  alarmOfUnused(platform, customer.id, before, purchases);
  // Without a user no request can end it.
  for (const { providerId, status } of purchases) if (rules.isRunning(status)) await endSoon(platform, tx, providerId);
}

/** Writes down one purchase as it is now. An unknown status changes nothing. */
async function putBought(platform: Platform, tx: Tx, customer: CustomerRow, bought: Bought): Promise<void> {
  const { order, status } = bought;
  if (order.kind !== 'plan' || (status === 'unpaid' && order.plan === 'lifetime')) return;
  const word = order.plan === 'lifetime' ? 'lifetime' : status;
  if (!rules.isKnown(word))
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
    unusedSince: bought.unusedSince,
    failedSince: bought.failedSince,
    isRefunded: bought.isRefunded,
    dispute: bought.dispute,
    createdAt: bought.createdAt,
    updatedAt: platform.clock.now(),
  });
}

/** Sends the code of a gift that is paid, once; takes the year back when its payment was. @returns families that are to be covered anew */
async function settleGift(platform: Platform, tx: Tx, bought: Bought): Promise<string[]> {
  const checkout = bought.checkoutId ? await store.checkoutById(tx, bought.checkoutId) : undefined;
  const gift = checkout?.giftId ? await store.lockGift(tx, checkout.giftId) : undefined;
  if (!gift || bought.status === 'unpaid') return [];
  const now = platform.clock.now();
  if (bought.isRefunded || bought.dispute === 'lost') return takeYearBack(tx, gift, now);
  if (gift.paidAt || !gift.email) return [];
  const code = newCode();
  await sendCode(platform, tx, { giverId: gift.giverId, to: gift.email, message: gift.message, code });
  await store.updateGift(tx, gift.id, { paidAt: now, codeHash: hashToken(plainCode(code)), email: null, message: null });
  return [];
}

/** Ends a year that was given. @returns the families it has covered: those of who has taken it, and those to which they have left it */
async function takeYearBack(tx: Tx, gift: GiftRow, now: Date): Promise<string[]> {
  if (!gift.endedAt) await store.updateGift(tx, gift.id, { endedAt: now, email: null, message: null });
  const taken = await store.purchaseOfGift(tx, gift.id);
  if (!taken) return [];
  if (!taken.isRefunded) await store.putPurchase(tx, { ...taken, isRefunded: true, updatedAt: now });
  const owned = taken.userId ? await ownedBy(tx, taken.userId) : [];
  return [...owned, ...(await store.familiesKeptBy(tx, { purchaseId: taken.id }))];
}

/** Sends a code to its recipient, and to its giver. */
async function sendCode(
  platform: Platform,
  tx: Tx,
  { giverId, to, message, code }: { giverId: string | null; to: string; message: string | null; code: string },
): Promise<void> {
  const { publicUrl } = platform.config;
  const user = giverId ? await userById(tx, giverId) : undefined;
  const giver = user && (await addresseeOf(tx, user));
  const { firstname, language } = giver ?? { firstname: '', language: 'en' as const };
  const about = giverId ? { userId: giverId } : undefined;
  await platform.mail.send(tx, giftMail(publicUrl, { to, language, giver: firstname, message, code }), about);
  if (giver && giver.to !== to) await platform.mail.send(tx, giverMail(giver, { to, code }));
}

/** Tells a user once of what happened to their payments: in every family they own, and by mail. */
async function tell(
  platform: Platform,
  tx: Tx,
  { userId }: CustomerRow,
  owned: readonly string[],
  notices: readonly Notice[],
): Promise<void> {
  for (const notice of notices) {
    if (!(await store.takeNotice(tx, notice.key, platform.clock.now()))) continue;
    const fact = rules.factOf[notice.about];
    for (const familyId of notice.plan && fact ? owned : [])
      await record(platform, tx, actForFamily(familyId, 'a payment'), { type: fact!, ids: { family_id: familyId } });
    const user = userId ? await userById(tx, userId) : undefined;
    const mail = user && noticeMail(platform.config.publicUrl, notice, await addresseeOf(tx, user), platform.payments.name === 'sandbox');
    if (mail) await platform.mail.send(tx, mail);
  }
}

const addresseeOf = async (tx: Tx, user: UserRow): Promise<Addressee> => ({ to: user.email, ...(await readerOf(tx, user.id)) });

/**
 * Tells owners whose trial ends soon, each once; not those whose family is paid for. It is about money, so it cannot be turned off; in quiet hours it is
 * left for a later run.
 */
export async function tellOfTrials(platform: Platform, writeFrom: WriteFrom): Promise<void> {
  const now = platform.clock.now();
  const span = { after: now, until: plus(now, { days: rules.trialNoticeDays }) };
  const trials = await trialsEnding(platform.db, span);
  await eachFamily(platform, trials, 'the end of a trial could not be told', ({ familyId }) =>
    platform.db.transaction(async (tx) => {
      await lockFamily(tx, familyId);
      const [trial] = await trialsEnding(tx, span, familyId);
      if (!trial) return;
      const { ownerId, trialEndsAt } = trial;
      const user = await userById(tx, ownerId);
      const from = user && (await writeFrom(platform, tx, ownerId, undefined));
      if (!user || !from || from > now) return;
      if (!(await store.takeNotice(tx, `trial:${familyId}`, now))) return;
      await platform.mail.send(tx, trialMail(platform.config.publicUrl, await addresseeOf(tx, user), trialEndsAt));
    }),
  );
}

/** Customers that are synchronised at the same time and read in one statement; failures without a success after which the provider counts as unavailable. */
const syncLimits = { concurrency: 4, pageSize: 500, failures: 20 };

/** Synchronises some customers. @returns the errors of those that failed @throws PaymentsAway where all of them failed */
async function syncEach(platform: Platform, customerIds: readonly string[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let at = 0; at < customerIds.length; at += syncLimits.concurrency) {
    const results = await Promise.allSettled(customerIds.slice(at, at + syncLimits.concurrency).map((id) => syncCustomer(platform, id)));
    errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
    const [first] = errors;
    if (errors.length >= syncLimits.failures && errors.length >= at + syncLimits.concurrency && first instanceof PaymentsAway) throw first;
  }
  return errors;
}

/**
 * Compares everything that is stored with the provider, whatever was reported, and has pages ended that outlive an account.
 * @returns how many customers were looked at
 * @throws PaymentsAway where some could not be: the next try looks at all of them again
 */
export async function reconcile(platform: Platform): Promise<number> {
  const { db, clock, payments, log } = platform;
  await closeLeft(platform);
  let count = 0;
  const errors: unknown[] = [];
  for (let after = ''; ;) {
    const page = await store.customersAfter(db, payments.name, after, syncLimits.pageSize);
    errors.push(...(await syncEach(platform, page)));
    count += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await store.deleteEventsUntil(db, plus(clock.now(), { days: -rules.eventDays }));
  if (errors.length > 0) {
    const [first] = errors;
    log.error({ error: describeError(first) }, 'customers could not be compared with the provider of payments');
    const why = first instanceof PaymentsAway ? first.message : 'the log says why.';
    throw new PaymentsAway(`${errors.length} of ${count} customers could not be compared with the provider of payments: ${why}`);
  }
  await store.insertReconciliation(db, { finishedAt: clock.now(), customers: count });
  log.info({ customers: count }, 'everything paid was compared with the provider');
  return count;
}

/**
 * Looks at what is likely to have changed without a report that has come: pages for paying that were opened in the last hours, and subscriptions
 * whose period has just ended. A page that is still open costs one request.
 * @throws PaymentsAway: the next time it is looked at again
 */
export async function lookForMissed(platform: Platform): Promise<void> {
  const { db, clock, payments } = platform;
  const now = clock.now();
  const since = plus(now, { hours: -rules.missedHours });
  const customers = new Set(await store.customersWithEndedPeriod(db, payments.name, since, now));
  for (const { customerId, providerId } of await store.openCheckoutsSince(db, payments.name, since))
    if (!customers.has(customerId) && (await payments.findCheckout(providerId))?.state === 'complete') customers.add(customerId);
  const [error] = await syncEach(platform, [...customers]);
  if (error) throw error;
}

/** Compares everything where that was not done for a day: a server that was down got no reports. */
async function reconcileIfLate(platform: Platform): Promise<void> {
  const last = await store.lastReconciled(platform.db);
  if (!last || last <= plus(platform.clock.now(), { hours: -rules.reconcileHours })) await reconcile(platform);
}

/** Enqueues that when a process starts. */
export const reconcileAtStart = (platform: Platform): Promise<void> => platform.jobs.enqueue(platform.db, startingUp, {});

/** Registers the jobs of billing. */
export function billingJobs(platform: Platform, writeFrom: WriteFrom): void {
  const { jobs, payments } = platform;
  jobs.schedule(reconciling, '40 2 * * *', async () => void (await reconcile(platform)));
  jobs.schedule(missed, '*/2 * * * *', () => lookForMissed(platform));
  // Quiet hours begin and end at quarters of an hour: between any two of them it runs.
  jobs.schedule(endingTrials, '5/15 * * * *', () => tellOfTrials(platform, writeFrom));
  jobs.schedule(oldGifts, '25 * * * *', () => giveUpOldGifts(platform));
  jobs.handle(startingUp, () => reconcileIfLate(platform));
  jobs.handle(finding, async ({ paymentId }) => {
    const customerId = await payments.customerOfPayment(paymentId);
    if (customerId) await syncCustomer(platform, customerId);
  });
  jobs.handle(syncing, ({ customerId }) => syncCustomer(platform, customerId));
  endingJobs(platform, (customerId) => syncCustomer(platform, customerId));
}
