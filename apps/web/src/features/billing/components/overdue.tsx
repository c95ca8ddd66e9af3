import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { Banner } from '#ui/banner.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { Portal } from './portal.tsx';

/** That a payment failed, until when everything is kept all the same, and what to do: give a card that works, at the provider. */
export function Overdue({ coverage }: { coverage: Pick<Coverage, 'covered_by' | 'covered_until' | 'provider'> }) {
  const { covered_by: by, covered_until: until, provider } = coverage;
  const mayPay = useOffer() !== 'none';
  const day = by && until ? dayInWords(today(new Date(until))) : '';
  return (
    <>
      <Banner tone="error" className="mt-4">
        {day ? t('billing.overdue.until', { day }) : t('billing.overdue.over')}
      </Banner>
      {mayPay && (
        <>
          <p className="mt-3 soft">{provider === 'stripe' ? t('billing.overdue.card') : t('billing.overdue.test')}</p>
          {provider === 'stripe' && <Portal label={t('billing.overdue.portal')} main />}
        </>
      )}
    </>
  );
}
