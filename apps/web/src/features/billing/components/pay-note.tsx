import { t } from '@heartwood/messages/current';
import type { PaymentProvider } from '@heartwood/contract/billing';
import { Banner } from '#ui/banner.tsx';

/** Who takes the money, or that nobody does, and why the page for paying did not open. */
export function PayNote({ provider, problem }: { provider: PaymentProvider; problem: string | undefined }) {
  return (
    <>
      {problem && (
        <Banner tone="error" className="mt-4">
          {problem}
        </Banner>
      )}
      <p className="mt-4 text-center type-meta text-balance">{provider === 'sandbox' ? t('billing.pay.test') : t('billing.pay.card')}</p>
    </>
  );
}
