import { t } from '@heartwood/messages/current';
import { Suspense, useEffect, useRef } from 'react';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { CheckoutState } from '../hooks/use-checkout.ts';

const StripeForm = lazyPart(() => import('./stripe-form.tsx'));

/**
 * The provider's form in place of the choice that led to it, and the way back to that. It takes the focus, as the button that was pressed has gone, and comes into view.
 * @param props.back the words of the way back
 */
export function PayHere({
  secret,
  checkout,
  back = t('billing.pay.form.back'),
}: {
  secret: string;
  checkout: CheckoutState;
  back?: string;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label={t('billing.pay.form.title')} className="mx-auto w-full max-w-[560px] outline-none">
      <Suspense
        fallback={
          <Loading label={t('billing.pay.form.loading')} className="mt-6">
            <Skeleton className="h-80 rounded-card" />
          </Loading>
        }
      >
        <StripeForm secret={secret} hosted={{ begin: checkout.beginHosted, busy: checkout.opening !== undefined }} />
      </Suspense>
      {checkout.problem && (
        <Banner tone="error" className="mt-4">
          {checkout.problem}
        </Banner>
      )}
      <Button look="text" block className="mt-3" onClick={checkout.leave}>
        {back}
      </Button>
    </section>
  );
}
