import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { use } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageContext } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Covered } from '../components/covered.tsx';
import { Overdue } from '../components/overdue.tsx';
import { Resting } from '../components/resting.tsx';
import { Invited } from '../components/invited.tsx';
import { PlanChoice } from '../components/plan-choice.tsx';
import { WayOut } from '../components/way-out.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { invitedTo, isCovered } from '../logic.ts';

/**
 * Where somebody is sent whose family nobody covers: what is safe first, then plans for who can choose one, and what can always be done. Whoever is in no
 * family goes where one is started or joined: this device may have known them in one when the guard of the route looked.
 */
export function PaywallScreen() {
  const { banners } = use(PageContext);
  const me = useQuery({ ...meQuery, throwOnError: false });
  if (me.data?.families.length === 0) return <Navigate to="/private" replace />;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-[520px] outline-none lg:grid lg:min-h-dvh lg:max-w-none lg:grid-cols-2">
      <div className="h-[200px] mask-[linear-gradient(#000_62%,transparent)] lg:sticky lg:top-0 lg:h-dvh lg:p-5 lg:mask-none">
        <img
          src={sceneOf('hills').src}
          alt={t('billing.paywall.photo')}
          width={960}
          height={720}
          className="size-full object-cover object-[60%_60%] lg:rounded-[28px]"
        />
      </div>
      <div className="px-5 pt-2 pb-12 lg:m-auto lg:w-full lg:max-w-[500px] lg:py-10">
        {banners}
        {me.data && isCovered(me.data.subscription) ? (
          <Covered coverage={me.data.subscription} plans={<PlanChoice asked />} />
        ) : (
          <>
            <h1 className="text-center type-title">{t('billing.paywall.title')}</h1>
            {me.data ? (
              <Offer coverage={me.data.subscription} families={me.data.families} />
            ) : (
              me.isPending && (
                <Loading className="mt-6">
                  <Skeleton className="h-40" />
                </Loading>
              )
            )}
            <WayOut />
          </>
        )}
      </div>
    </main>
  );
}

function Offer({ coverage, families }: { coverage: Coverage; families: readonly FamilySummary[] }) {
  const offer = useOffer();
  const invited = invitedTo(families);
  if (invited) return <Invited family={invited} />;
  if (coverage.status === 'past_due')
    return (
      <>
        <Overdue coverage={coverage} />
        <ButtonLink block look="quiet" to="/private/profile" hash="subscription" className="mt-3">
          {t('billing.redeem.toPlan')}
        </ButtonLink>
      </>
    );
  if (offer === 'none') return <Resting />;
  return (
    <>
      <p className="mt-3 text-center type-story text-balance soft">
        {coverage.plan ? t('billing.paywall.ended') : t('billing.paywall.trialEnded')}
      </p>
      <PlanChoice />
      <p className="mt-4 text-center type-meta">{t('billing.paywall.covers')}</p>
    </>
  );
}
