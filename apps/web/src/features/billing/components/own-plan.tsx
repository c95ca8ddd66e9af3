import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Coverage } from '@heartwood/contract/billing';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { useOffer } from '../hooks/use-offer.ts';
import { endOf, standingOf, type Standing } from '../logic.ts';
import { ChangePlan } from './change-plan.tsx';
import { CardKept } from './card-kept.tsx';
import { Leaving } from './leaving.tsx';
import { Overdue } from './overdue.tsx';
import { ownText, ownTitle } from './own-words.ts';
import { PlanChoice } from './plan-choice.tsx';
import { Resume } from './resume.tsx';

const tags = {
  trial: 'billing.own.trial',
  renews: 'billing.own.active',
  ends: 'billing.own.ending',
  given: 'billing.own.active',
  givenForGood: 'billing.own.active',
  lifetime: 'billing.own.active',
  overdue: 'billing.overdue.tag',
} as const satisfies Record<Standing, PlainKey>;

/** What an owner's own plan, trial or gift comes to, and what can be done about it. */
export function OwnPlan({ coverage }: { coverage: Coverage }) {
  const { plan, provider } = coverage;
  const [standing, day] = [standingOf(coverage), endOf(coverage)];
  const mayBuy = useOffer() !== 'none';
  return (
    <>
      <Card pad className="mt-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="type-subhead">{ownTitle(coverage)}</h3>
          <span className={cx('type-label', standing === 'overdue' ? 'text-error' : 'text-fir')}>{t(tags[standing])}</span>
        </div>
        {plan && day && (
          <dl className="mt-4 flex flex-wrap justify-between gap-x-5 border-t border-line pt-3.5">
            <dt className="soft">{standing === 'renews' ? t('billing.own.next') : t('billing.own.until')}</dt>
            <dd className="num font-[550]">{day}</dd>
          </dl>
        )}
        {standing === 'overdue' ? <Overdue coverage={coverage} /> : <p className="mt-3 soft">{ownText(coverage)}</p>}
        {standing === 'trial' && mayBuy && <Afterwards />}
        {standing === 'ends' && <Resume />}
        {standing === 'renews' && plan && plan !== 'lifetime' && <ChangePlan from={plan} />}
        {standing !== 'overdue' && provider && mayBuy && <CardKept provider={provider} />}
      </Card>
      {(standing === 'renews' || standing === 'overdue') && plan && plan !== 'lifetime' && (
        <Leaving plan={plan} paidUntil={standing === 'renews' ? day : undefined} />
      )}
    </>
  );
}

/** Prices, for whoever asks in the free time. */
function Afterwards() {
  const [asked, ask] = useState(false);
  if (asked) return <PlanChoice asked />;
  return (
    <Button small flush look="text" className="mt-3" onClick={() => ask(true)}>
      {t('billing.covered.afterwards')}
    </Button>
  );
}
