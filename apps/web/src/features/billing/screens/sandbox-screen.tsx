import { t } from '@heartwood/messages/current';
import type { SandboxCheckout } from '@heartwood/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { sandboxQuery } from '../api.ts';
import { CardForm } from '../components/card-form.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { planNames, pricePeriods, priceInWords } from '../logic.ts';

/** Where a test card pays, as long as no provider of payments is configured. It says so before anything else. */
export function SandboxScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { history } = useRouter();
  const offer = useOffer();
  const { data: checkout, isError, refetch } = useQuery(sandboxQuery(id));
  return (
    <FlowPage back={<BackButton label={t('billing.sandbox.back')} onBack={() => history.back()} />}>
      <h1 className="mt-1 type-title">{t('billing.sandbox.title')}</h1>
      <Banner icon={<FlaskConical className="icon-s" />} className="mt-4">
        {t('billing.sandbox.test')}
      </Banner>
      {offer !== 'here' ? (
        <p className="mt-4 soft">{t('billing.shell.notHere')}</p>
      ) : checkout ? (
        <ToPay id={id} checkout={checkout} />
      ) : isError ? (
        <EmptyState
          drawing="chest"
          title={t('billing.sandbox.failed')}
          className="mt-6"
          action={
            <Button small onClick={() => void refetch()}>
              {t('billing.retry')}
            </Button>
          }
        />
      ) : (
        <Loading className="mt-6 grid gap-5">
          <Skeleton className="h-22 rounded-card" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </Loading>
      )}
    </FlowPage>
  );
}

function ToPay({ id, checkout }: { id: string; checkout: SandboxCheckout }) {
  const { plan, gift, amount, currency, state } = checkout;
  if (state === 'paid')
    return (
      <EmptyState
        drawing="chest"
        title={t('billing.sandbox.paid')}
        className="mt-6"
        action={
          gift ? (
            <ButtonLink small to="/gift">
              {t('billing.sandbox.toGifts')}
            </ButtonLink>
          ) : (
            <ButtonLink small to="/private/profile" hash="subscription">
              {t('billing.sandbox.toFamily')}
            </ButtonLink>
          )
        }
      >
        {t('billing.sandbox.paidText')}
      </EmptyState>
    );
  if (state === 'expired')
    return (
      <EmptyState
        drawing="chest"
        title={t('billing.sandbox.over')}
        className="mt-6"
        action={
          <ButtonLink small to={gift ? '/gift' : '/paywall'}>
            {gift ? t('billing.sandbox.giveAgain') : t('billing.sandbox.toPlans')}
          </ButtonLink>
        }
      >
        {gift ? t('billing.sandbox.overGift') : t('billing.sandbox.overText')}
      </EmptyState>
    );
  const price = priceInWords(amount, currency);
  return (
    <>
      <Card pad className="mt-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="type-subhead">{gift ? t('billing.sandbox.gift') : t(planNames[plan])}</h2>
        <p>
          <b className="num font-serif text-[1.75rem] leading-tight font-[430]">{price}</b>{' '}
          <span className="soft">{gift ? t('billing.per.lifetime') : t(pricePeriods[plan])}</span>
        </p>
      </Card>
      <CardForm id={id} price={price} bought={gift ? 'gift' : plan} />
    </>
  );
}
