import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { useCurrentFamily } from '#features/family/api.ts';
import { inSentence } from '#features/family/logic.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Section } from '#ui/section.tsx';
import { Loading, SkeletonOf } from '#ui/skeleton.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { invitedTo } from '../logic.ts';
import { GiftEntry } from './gift-entry.tsx';
import { Invoices } from './invoices.tsx';
import { OwnPlan } from './own-plan.tsx';

/** What covers somebody, until when, and who pays; for an owner what can be done about it. Nobody else is offered anything. */
export function SubscriptionSection() {
  const { data: me, isError, refetch } = useQuery({ ...meQuery, throwOnError: false });
  const mayBuy = useOffer() !== 'none';
  const owner = me?.families.some(({ role }) => role === 'owner') ?? false;
  return (
    <Section id="subscription" title={t('billing.own.title')}>
      {me ? (
        <>
          <What coverage={me.subscription} families={me.families} />
          {(owner || me.billed) && mayBuy && <Invoices isBilled={me.billed} />}
          <GiftEntry owner={owner} />
        </>
      ) : isError ? (
        <Banner tone="error" className="mt-3" action={<BannerButton onClick={() => void refetch()}>{t('billing.retry')}</BannerButton>}>
          {t('billing.own.failed')}
        </Banner>
      ) : (
        <Loading>
          <Expected />
        </Loading>
      )}
    </Section>
  );
}

/** The place of what most likely comes: of a trial for whoever owns the family that is shown, else of what its owner pays. */
function Expected() {
  const family = useCurrentFamily();
  const owner = family === undefined || family.role === 'owner';
  const trial: Coverage = {
    status: 'trialing',
    plan: null,
    covered_until: '2026-09-30T12:00:00.000Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    provider: null,
    covered_by: { family_id: '', name: family?.name ?? '', mine: owner },
  };
  return (
    <SkeletonOf>
      <What coverage={trial} families={[]} />
      <GiftEntry owner={owner} />
    </SkeletonOf>
  );
}

function What({ coverage, families }: { coverage: Coverage; families: readonly FamilySummary[] }) {
  const family = invitedTo(families)?.name;
  const { covered_by: by, status } = coverage;
  const mayBuy = useOffer() !== 'none';
  if (by && !by.mine)
    return (
      <div className="mt-3 rounded-card bg-fir-soft px-6 py-7 text-center">
        <h3 className="type-heading">{t('billing.own.byOther', { family: by.name })}</h3>
        <p className="mt-2 text-ink-2">{t('billing.own.byOtherText')}</p>
      </div>
    );
  if (by) return <OwnPlan coverage={coverage} />;
  if (family)
    return (
      <Card pad className="mt-3">
        <p className="soft">{t('billing.paywall.invited', { family: inSentence(family) })}</p>
      </Card>
    );
  if (status === 'past_due') return <OwnPlan coverage={coverage} />;
  return (
    <Card pad className="mt-3">
      <p className="soft">{families.length > 0 ? t('billing.own.nobody') : t('billing.own.noFamily')}</p>
      {mayBuy && families.length > 0 && (
        <ButtonLink small look="quiet" to="/paywall" className="mt-4">
          {t('billing.own.choose')}
        </ButtonLink>
      )}
    </Card>
  );
}
