import { t } from '@heartwood/messages/current';
import type { Plan, PlanName } from '@heartwood/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shareInWords } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { RadioCard } from '#ui/choice.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { openCheckout, plansQuery } from '../api.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import { useOffer } from '../hooks/use-offer.ts';
import { orderedPlans, perMonth, planNames, pricePeriods, priceInWords, savedByYear } from '../logic.ts';
import { InBrowser } from './in-browser.tsx';
import { PayHere } from './pay-here.tsx';
import { PayNote } from './pay-note.tsx';

/** The plans with their prices, one of them chosen, and the way to pay it, where that may be offered. `only` shows a single one; with `asked` the chosen one gets the focus, as the button that asked for them has gone. */
export function PlanChoice({ only, asked = false }: { only?: PlanName; asked?: boolean }) {
  const offer = useOffer();
  if (offer === 'browser')
    return only ? (
      <InBrowser path="/lifetime-subscription" label={t('billing.shell.once')} />
    ) : (
      <InBrowser path="/paywall" label={t('billing.shell.open')} />
    );
  return offer === 'here' && <Choice only={only} asked={asked} />;
}

function Choice({ only, asked }: { only: PlanName | undefined; asked: boolean }) {
  const plans = useQuery({ ...plansQuery(), throwOnError: false });
  const isThere = plans.data !== undefined;
  const cards = useRef<HTMLFieldSetElement>(null);
  const [chosen, choose] = useState<PlanName>(only ?? 'yearly');
  const checkout = useCheckout(openCheckout);
  const { left } = checkout;
  useEffect(() => {
    if ((asked || left) && isThere) cards.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [asked, left, isThere]);
  if (checkout.secret) return <PayHere secret={checkout.secret} checkout={checkout} />;
  if (plans.isError && !plans.data)
    return (
      <div className="mt-6 grid justify-items-center gap-3 text-center">
        <p className="soft">{t('billing.failed')}</p>
        <Button small look="quiet" onClick={() => void plans.refetch()}>
          {t('billing.retry')}
        </Button>
      </div>
    );
  if (!plans.data)
    return (
      <Loading label={t('billing.loading')} className="mt-6 grid gap-3">
        <Skeleton className="h-22 rounded-[20px]" />
        <Skeleton className="h-22 rounded-[20px]" />
        <Skeleton className="h-22 rounded-[20px]" />
      </Loading>
    );
  return (
    <>
      <fieldset ref={cards} className="mt-6">
        <legend className="sr-only">{t('billing.choose')}</legend>
        <div className="grid gap-3">
          {orderedPlans(plans.data.plans)
            .filter(({ plan }) => !only || plan === only)
            .map((plan) => (
              <PlanCard
                key={plan.plan}
                plan={plan}
                all={plans.data.plans}
                chosen={plan.plan === chosen}
                onChoose={() => choose(plan.plan)}
              />
            ))}
        </div>
      </fieldset>
      <Button block className="mt-5" busy={checkout.opening !== undefined} onClick={() => checkout.begin(chosen)}>
        {t('billing.pay.continue', { plan: chosen })}
      </Button>
      <PayNote provider={plans.data.provider} problem={checkout.problem} />
    </>
  );
}

function PlanCard({ plan, all, chosen, onChoose }: { plan: Plan; all: readonly Plan[]; chosen: boolean; onChoose: () => void }) {
  const saved = plan.plan === 'yearly' ? savedByYear(all) : 0;
  return (
    <RadioCard
      name="plan"
      value={plan.plan}
      checked={chosen}
      onChange={onChoose}
      className="min-h-22 rounded-[20px]! py-[18px]! pe-5!"
      title={
        <>
          <span className="type-subhead">{t(planNames[plan.plan])}</span>{' '}
          {saved > 0 && (
            <span className={`ms-2 text-[.8125rem] font-[650] whitespace-nowrap ${chosen ? 'text-fir' : 'text-resin'}`}>
              {t('billing.saves', { share: shareInWords(saved / 100) })}
            </span>
          )}
        </>
      }
      hint={
        <span className="text-label text-ink-2">
          {t('billing.paywall.hint', { plan: plan.plan, month: priceInWords(perMonth(plan), plan.currency) })}
        </span>
      }
      end={
        <span className="num text-end leading-tight">
          <b className="block font-serif text-[1.5rem] leading-[1.1] font-[430]">{priceInWords(plan.amount, plan.currency)}</b>
          <span className="type-meta">{t(pricePeriods[plan.plan])}</span>
        </span>
      }
    />
  );
}
