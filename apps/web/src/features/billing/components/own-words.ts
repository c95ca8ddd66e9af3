import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import { endOf, planNames, standingOf } from '../logic.ts';

/** What an owner's own coverage is called: by its plan, where there is one. */
export function ownTitle(coverage: Coverage): string {
  if (coverage.plan) return t(planNames[coverage.plan]);
  const day = coverage.status === 'trialing' ? endOf(coverage) : undefined;
  return day === undefined ? t('billing.own.title') : t('billing.coverage.trial', { day });
}

/** What an owner's own coverage means for the family. Nothing of one that is overdue: what is to be done is said in its place. */
export function ownText(coverage: Coverage): string | undefined {
  const [standing, day] = [standingOf(coverage), endOf(coverage)];
  if (standing === 'overdue') return undefined;
  if (standing === 'trial') return t('billing.own.trialText');
  if (standing === 'lifetime') return t('billing.own.forGood');
  if (standing === 'givenForGood') return t('billing.own.givenForGood');
  if (standing === 'given') return t('billing.own.given');
  return standing === 'ends' && day !== undefined ? t('billing.own.endsText', { day }) : t('billing.own.everyone');
}
