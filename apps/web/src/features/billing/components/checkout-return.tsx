import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { returnQuery } from '../api.ts';
import { useArrival } from '../hooks/use-arrival.ts';
import { coverageLine, hasArrived } from '../logic.ts';
import { hearOfCoverage } from '../state.ts';
import { NotArrived, Told } from './told.tsx';

/**
 * Where somebody comes back to from paying a plan: the server says whether the payment has arrived.
 * @param props.bought what was to be paid, as the address says
 */
export function CheckoutReturn({ bought }: { bought: string }) {
  const queries = useQueryClient();
  const { arrival, data, busy, ask } = useArrival(returnQuery(), (coverage) => hasArrived(coverage, bought));
  useEffect(() => {
    if (arrival === 'arrived') void hearOfCoverage(queries);
  }, [arrival, queries]);
  if (arrival === 'arrived')
    return (
      <Told title={t('billing.return.done')} text={data ? coverageLine(data) : ''}>
        <ButtonLink to="/dashboard">{t('billing.return.home')}</ButtonLink>
      </Told>
    );
  return (
    <NotArrived arrival={arrival} waiting={t('billing.return.waitingText')} busy={busy} ask={ask}>
      <ButtonLink to="/paywall" look="text">
        {t('billing.return.plans')}
      </ButtonLink>
    </NotArrived>
  );
}
