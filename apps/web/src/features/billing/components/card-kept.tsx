import { t } from '@heartwood/messages/current';
import type { PaymentProvider } from '@heartwood/contract/billing';
import { Portal } from './portal.tsx';

/** Where the card is looked after that a plan is paid with; in a test there is none. */
export function CardKept({ provider }: { provider: PaymentProvider }) {
  if (provider === 'sandbox') return <p className="mt-3 type-meta">{t('billing.own.noCard')}</p>;
  return (
    <>
      <Portal label={t('billing.own.portal')} />
      <p className="mt-2 type-meta">{t('billing.own.portalText')}</p>
    </>
  );
}
