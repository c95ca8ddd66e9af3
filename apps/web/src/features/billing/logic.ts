import { currentLanguage, t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Coverage, Gift, Plan, PlanName } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { inSentence } from '#features/family/logic.ts';
import { dayInWords } from '#platform/dates.ts';
import { refusalFrom } from '#platform/http.ts';
import { today } from '#platform/today.ts';
import { troubleOf } from '#platform/trouble.ts';

/**
 * An amount with its currency, as people write it: whole amounts without decimals.
 * @param amount in the currency's minor units
 * @param currency ISO 4217, such as 'usd'
 */
export function priceInWords(amount: number, currency: string, locale: string = currentLanguage.forIntl()): string {
  const code = currency.toUpperCase();
  const digits = new Intl.NumberFormat(locale, { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;
  const value = amount / 10 ** digits;
  const whole = Number.isInteger(value);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** What the plans are called. */
export const planNames = {
  monthly: 'billing.plans.monthly',
  yearly: 'billing.plans.yearly',
  lifetime: 'billing.plans.lifetime',
} as const satisfies Record<PlanName, PlainKey>;

/** What a plan's price is for, as it stands behind it. */
export const pricePeriods = {
  monthly: 'billing.per.monthly',
  yearly: 'billing.per.yearly',
  lifetime: 'billing.per.lifetime',
} as const satisfies Record<PlanName, PlainKey>;

/** The plan of a name. */
export function planOf(plans: readonly Plan[], name: PlanName): Plan | undefined {
  return plans.find(({ plan }) => plan === name);
}

/** What a yearly plan comes to in a month, in minor units, rounded to the nearest. */
export function perMonth(yearly: Pick<Plan, 'amount'>): number {
  return Math.round(yearly.amount / 12);
}

/** How many per cent a year costs less than twelve months; 0 where it does not. */
export function savedByYear(plans: readonly Plan[]): number {
  const [monthly, yearly] = [planOf(plans, 'monthly'), planOf(plans, 'yearly')];
  if (!monthly || !yearly || monthly.currency !== yearly.currency || monthly.amount <= 0) return 0;
  return Math.max(0, Math.floor((1 - yearly.amount / (monthly.amount * 12)) * 100));
}

const order: readonly PlanName[] = ['yearly', 'monthly', 'lifetime'];

/** The plans as they are offered: the yearly one first. */
export function orderedPlans(plans: readonly Plan[]): Plan[] {
  return plans.toSorted((a, b) => order.indexOf(a.plan) - order.indexOf(b.plan));
}

/** Whether somebody is covered now. Whoever is never sees a price. */
export function isCovered({ status, covered_by }: Pick<Coverage, 'status' | 'covered_by'>): boolean {
  return covered_by !== null && status !== 'inactive';
}

/**
 * Whether what was paid has arrived, as the server says it.
 * @param bought a plan's name where it is known
 */
export function hasArrived({ status, plan, covered_by }: Coverage, bought: string): boolean {
  return covered_by !== null && plan !== null && (bought !== 'lifetime' || status === 'lifetime');
}

/** Whether the last year that was to be given has been paid, as the server says it. @param gifts the newest first */
export const hasBeenGiven = ([last]: readonly Gift[]): boolean => last !== undefined && last.state !== 'unpaid';

/** Whether prices are shown on being asked for: to an owner in the free time. Invited people and those who pay never see one. */
export function mayAskForPrices({ status, covered_by }: Coverage): boolean {
  return status === 'trialing' && covered_by?.mine === true;
}

/** The day until which something covers, in words; undefined where it never ends, or nothing covers. */
export const endOf = ({ status, covered_until: until }: Pick<Coverage, 'status' | 'covered_until'>): string | undefined =>
  status === 'lifetime' || until === null ? undefined : dayInWords(today(new Date(until)));

/** What covers somebody, as a sentence. */
export function coveredLine(coverage: Coverage): string {
  const { status, covered_by } = coverage;
  if (!covered_by) return t('billing.coverage.none');
  if (!covered_by.mine) return t('billing.covered.byOther', { family: covered_by.name });
  const day = endOf(coverage);
  if (day === undefined) return status === 'lifetime' ? t('billing.covered.lifetime') : t('billing.covered.forGood');
  if (status === 'trialing') return t('billing.covered.trial', { day });
  return coverage.provider ? t('billing.covered.mine', { day }) : t('billing.covered.given', { day });
}

/**
 * The family somebody was invited to, where they own none: they are never asked to pay. Undefined for owners and for people without a family.
 * The current one comes first.
 */
export function invitedTo(families: readonly FamilySummary[]): FamilySummary | undefined {
  if (families.some(({ role }) => role === 'owner')) return undefined;
  return families.find(({ current }) => current) ?? families[0];
}

/**
 * What covers somebody, in one line; prices are never in it.
 * @param hasFamily whether they are in a family at all: without one there is nothing to cover
 */
export function coverageLine(coverage: Coverage, hasFamily = true): string {
  const { status, plan, covered_by, cancel_at_period_end } = coverage;
  if (!covered_by) return hasFamily ? t('billing.coverage.none') : t('billing.coverage.noFamily');
  if (!covered_by.mine) return t('billing.coverage.byFamily', { name: inSentence(covered_by.name) });
  const day = endOf(coverage);
  if (day === undefined) return t('billing.coverage.lifetime');
  if (status === 'trialing') return t('billing.coverage.trial', { day });
  if (status === 'past_due') return t('billing.coverage.pastDue', { day });
  if (!plan) return t('billing.coverage.active', { day });
  return cancel_at_period_end || status === 'canceled'
    ? t('billing.coverage.ends', { plan: t(planNames[plan]), day })
    : t('billing.coverage.renews', { plan: t(planNames[plan]), day });
}

/** After a year was taken: until when one's family is covered; undefined where that is not what covers best. */
export function coveredUntil({ covered_by: by, covered_until: until }: Coverage): string | undefined {
  if (!by?.mine || !until) return undefined;
  return t('billing.redeem.until', { family: inSentence(by.name), day: dayInWords(today(new Date(until))) });
}

/** Under what name the words for a gift are kept until it is paid. */
export const giftDraft = 'gift';

/** How an owner's own coverage stands. `given`: somebody else has paid for it, and it ends by itself; `givenForGood`: and it never ends. */
export type Standing = 'trial' | 'renews' | 'ends' | 'given' | 'givenForGood' | 'lifetime' | 'overdue';

/** How an owner's own coverage stands. */
export function standingOf(coverage: Coverage): Standing {
  const { status, provider, cancel_at_period_end: ends, covered_by } = coverage;
  if (status === 'lifetime') return 'lifetime';
  if (covered_by && endOf(coverage) === undefined) return 'givenForGood';
  if (status === 'trialing') return 'trial';
  if (status === 'past_due') return 'overdue';
  if (!provider) return 'given';
  return ends ? 'ends' : 'renews';
}

/** Whether somebody may pay once in place of what they pay again and again. */
export const mayPayOnce = (coverage: Coverage): boolean =>
  coverage.covered_by?.mine === true && coverage.plan !== null && endOf(coverage) !== undefined;

/** Why nothing was paid or changed, in words. @param error what a call has thrown */
export function problemOf(error: unknown): string {
  const refusal = refusalFrom(error, 'tryAgain');
  const why = troubleOf(refusal, navigator.onLine)?.why;
  if (why === 'offline') return t('billing.pay.offline');
  return why === 'unreachable' ? t('billing.pay.unreachable') : refusal.message;
}
