import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '#features/accounts/api.ts';
import { cx } from '#ui/class-names.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Contours } from '../components/contours.tsx';
import { Covered } from '../components/covered.tsx';
import { Invited } from '../components/invited.tsx';
import { NoFamily } from '../components/no-family.tsx';
import { Resting } from '../components/resting.tsx';
import { PlanChoice } from '../components/plan-choice.tsx';
import { WayOut } from '../components/way-out.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { invitedTo, isCovered, mayPayOnce } from '../logic.ts';

/** The plan that is paid once. Somebody who is covered sees that they are; somebody who was invited is not asked. */
export function LifetimeScreen() {
  const navigate = useNavigate();
  const me = useQuery({ ...meQuery, throwOnError: false });
  const covered = me.data && isCovered(me.data.subscription);
  const invited = me.data && invitedTo(me.data.families);
  const mayBuy = useOffer() !== 'none';
  return (
    <FlowPage back={<BackButton label={t('billing.lifetime.back')} onBack={() => void navigate({ to: '/private' })} />}>
      <div className={cx('relative isolate', covered && 'pt-24')}>
        <Contours className="absolute -top-6 start-1/2 -z-1 w-[min(400px,100%)] -translate-x-1/2 text-love opacity-10 rtl:translate-x-1/2" />
        {covered ? (
          <Covered
            coverage={me.data.subscription}
            plans={<PlanChoice only="lifetime" asked />}
            {...(mayPayOnce(me.data.subscription) ? { ask: t('billing.own.onceCost') } : {})}
          />
        ) : me.isPending ? (
          <Loading className="pt-24">
            <Skeleton className="h-88 rounded-card" />
          </Loading>
        ) : me.data?.families.length === 0 ? (
          <div className="py-8">
            <NoFamily />
          </div>
        ) : (
          <>
            <div className="py-8 text-center">
              <h1 className="type-title">{mayBuy ? t('billing.lifetime.title') : t('billing.paywall.title')}</h1>
              {!invited && mayBuy && <p className="mx-auto mt-3 max-w-[28em] type-story text-balance soft">{t('billing.lifetime.text')}</p>}
            </div>
            {me.data && <Offer invited={invited} />}
          </>
        )}
      </div>
      {!covered && !me.isPending && <WayOut />}
    </FlowPage>
  );
}

/** The plan, or why there is none to choose. */
function Offer({ invited }: { invited: FamilySummary | undefined }) {
  const mayBuy = useOffer() !== 'none';
  if (invited) return <Invited family={invited} />;
  return mayBuy ? <PlanChoice only="lifetime" /> : <Resting />;
}
