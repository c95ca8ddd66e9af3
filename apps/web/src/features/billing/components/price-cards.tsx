import { t } from '@heartwood/messages/current';
import type { Plan } from '@heartwood/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { shareInWords } from '#platform/formats.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { openCheckout, plansQuery } from '../api.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import { useOffer } from '../hooks/use-offer.ts';
import { perMonth, planNames, planOf, pricePeriods, priceInWords, savedByYear } from '../logic.ts';
import { InBrowser } from './in-browser.tsx';
import { PayHere } from './pay-here.tsx';
import { PayNote } from './pay-note.tsx';

const names = ['monthly', 'yearly', 'lifetime'] as const;

/** The three plans side by side, where they may be offered. `member`: somebody signed in, who pays instead of registering. */
export function PriceCards({ member, asked = false }: { member: boolean; asked?: boolean }) {
  const offer = useOffer();
  if (offer === 'browser')
    return (
      <div className="mx-auto max-w-[560px]">
        <InBrowser path={member ? '/paywall' : '/subscribe'} label={t('billing.shell.open')} />
      </div>
    );
  return offer === 'here' && <Cards member={member} asked={asked} />;
}

function Cards({ member, asked }: { member: boolean; asked: boolean }) {
  const { data, isError, refetch } = useQuery({ ...plansQuery(), throwOnError: false });
  const cards = useRef<HTMLDivElement>(null);
  const isThere = data !== undefined;
  const checkout = useCheckout(openCheckout);
  const { left } = checkout;
  // The button that asked for them has gone.
  useEffect(() => {
    if ((asked || left) && isThere) cards.current?.querySelector<HTMLElement>(left ? `[data-plan="${left}"] button` : 'button')?.focus();
  }, [asked, left, isThere]);
  if (checkout.secret) return <PayHere secret={checkout.secret} checkout={checkout} />;
  if (isError && !data)
    return (
      <div className="grid justify-items-center gap-3 py-6 text-center">
        <p className="soft">{t('billing.failed')}</p>
        <Button small look="quiet" onClick={() => void refetch()}>
          {t('billing.retry')}
        </Button>
      </div>
    );
  if (!data)
    return (
      <Loading label={t('billing.loading')} className="grid gap-4 min-[900px]:grid-cols-3">
        {names.map((name) => (
          <Skeleton key={name} className="h-62 rounded-[26px]" />
        ))}
      </Loading>
    );
  const { plans, provider } = data;
  return (
    <>
      <div ref={cards} className="relative z-1 grid gap-4 min-[900px]:grid-cols-3">
        {names.map((name) => {
          const plan = planOf(plans, name);
          return (
            plan && (
              <PriceCard
                key={name}
                plan={plan}
                saved={name === 'yearly' ? savedByYear(plans) : 0}
                {...(member ? { onChoose: () => checkout.begin(name), busy: checkout.opening === name } : {})}
              />
            )
          );
        })}
      </div>
      <PayNote provider={provider} problem={checkout.problem} />
    </>
  );
}

/** One plan. `onChoose` for somebody signed in; visitors go on to register. */
function PriceCard({ plan, saved, onChoose, busy }: { plan: Plan; saved: number; onChoose?: () => void; busy?: boolean }) {
  const { plan: name, amount, currency } = plan;
  const main = name === 'yearly';
  const look = main ? ('filled' as const) : ('line' as const);
  return (
    <section
      data-plan={name}
      className={cx(
        'flex flex-col rounded-[26px] bg-surface p-[26px]',
        main ? 'order-first shadow-[inset_0_0_0_2.5px_var(--hw-fir)] min-[900px]:order-none' : 'shadow-[inset_0_0_0_1px_var(--hw-line)]',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="type-subhead">{t(planNames[name])}</h2>
        {saved > 0 && (
          <span className="text-[.8125rem] font-[650] whitespace-nowrap text-fir">
            {t('billing.saves', { share: shareInWords(saved / 100) })}
          </span>
        )}
      </div>
      <p className="mt-4">
        <span className="num font-serif text-[min(3.25rem,17vw)] leading-none font-normal tracking-[-.03em]">
          {priceInWords(amount, currency)}
        </span>{' '}
        <span className="soft">{t(pricePeriods[name])}</span>
      </p>
      <p className="mt-2 mb-6 soft">{t('billing.subscribe.hint', { plan: name, month: priceInWords(perMonth(plan), currency) })}</p>
      {onChoose ? (
        <Button block look={look} className="mt-auto" busy={busy} onClick={onChoose}>
          {t('billing.pay.continue', { plan: name })}
        </Button>
      ) : (
        <ButtonLink to="/register" block look={look} className="mt-auto" aria-label={t('billing.subscribe.startNamed', { plan: name })}>
          {t('billing.subscribe.start')}
        </ButtonLink>
      )}
    </section>
  );
}
