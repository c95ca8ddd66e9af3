import { trialDays } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import type { FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { use } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { useSession } from '#platform/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PageContext } from '#ui/page.tsx';
import { CheckoutReturn } from '../components/checkout-return.tsx';
import { Contours } from '../components/contours.tsx';
import { Covered } from '../components/covered.tsx';
import { Invited } from '../components/invited.tsx';
import { NoFamily } from '../components/no-family.tsx';
import { Resting } from '../components/resting.tsx';
import { Overdue } from '../components/overdue.tsx';
import { PriceCards } from '../components/price-cards.tsx';
import { WayOut } from '../components/way-out.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { invitedTo, isCovered } from '../logic.ts';

/**
 * What it costs and what is in it. Somebody who is covered sees that they are, and no price; who comes back from paying, what came of it; whom
 * nobody covers, what can be done all the same.
 */
export function SubscribeScreen() {
  const { checkout: bought } = useSearch({ strict: false }) as { checkout?: string };
  const { bar, banners } = use(PageContext);
  const signedIn = useSession().token !== null;
  const me = useQuery({ ...meQuery, enabled: signedIn, throwOnError: false });
  const coverage = me.data?.subscription;
  const invited = me.data && invitedTo(me.data.families);
  const mayBuy = useOffer() !== 'none';
  const isUncovered = coverage ? !isCovered(coverage) : me.isError;
  return (
    <div
      className={cx(
        'mx-auto w-full max-w-[1120px] min-w-0 overflow-x-clip px-(--pad) pb-14 [--pad:20px] lg:col-span-2',
        bar !== undefined && 'max-lg:pb-[124px]',
      )}
    >
      {bar}
      <main id="content" tabIndex={-1} className="outline-none">
        {banners}
        {signedIn && bought ? (
          <div className="pt-8">
            <CheckoutReturn bought={bought} />
          </div>
        ) : signedIn ? (
          <div className="pt-8">
            {coverage && isCovered(coverage) ? (
              <Covered
                coverage={coverage}
                plans={
                  <div className="mt-8">
                    <PriceCards member asked />
                  </div>
                }
              />
            ) : (
              (coverage ?? me.isError) && (
                <ForMember coverage={coverage} invited={invited} isInNone={me.data?.families.length === 0} mayBuy={mayBuy} />
              )
            )}
          </div>
        ) : mayBuy ? (
          <Plans member={false} />
        ) : (
          <SignInLinks />
        )}
        {!(signedIn && bought) && mayBuy && <Included />}
        {signedIn && !bought && isUncovered && (
          <div className="mx-auto max-w-[560px]">
            <WayOut />
          </div>
        )}
      </main>
    </div>
  );
}

interface Member {
  /** Undefined where it could not be loaded. */
  coverage: Coverage | undefined;
  invited: FamilySummary | undefined;
  isInNone: boolean;
  mayBuy: boolean;
}

/** For somebody whose family nobody covers: plans for who can choose one, where they may be offered. */
function ForMember({ coverage, invited, isInNone, mayBuy }: Member) {
  const overdue = !invited && coverage?.status === 'past_due' ? coverage : undefined;
  if (isInNone && !overdue) return <NoFamily />;
  if (!invited && !overdue && mayBuy) return <Plans member />;
  return (
    <div className="mx-auto max-w-[560px]">
      <h1 className="text-center type-title">{t('billing.paywall.title')}</h1>
      {invited ? <Invited family={invited} /> : overdue ? <Overdue coverage={overdue} /> : <Resting />}
    </div>
  );
}

/** For a visitor where nothing may be offered: how to come in. */
function SignInLinks() {
  return (
    <div className="mx-auto max-w-[480px] pt-11 text-center">
      <h1 className="type-title">{t('billing.shell.title')}</h1>
      <p className="mt-3 type-story text-balance soft">{t('billing.shell.text')}</p>
      <ButtonLink block to="/login" className="mt-8">
        {t('billing.shell.login')}
      </ButtonLink>
      <ButtonLink block look="text" to="/invite" className="mt-2">
        {t('billing.shell.invited')}
      </ButtonLink>
    </div>
  );
}

function Plans({ member }: { member: boolean }) {
  return (
    <>
      <div className="relative pt-11 pb-10 text-center min-[900px]:pt-13 min-[900px]:pb-14">
        <Contours className="absolute -top-[34px] start-1/2 w-[min(440px,100%)] -translate-x-1/2 rtl:translate-x-1/2 text-love opacity-10" />
        <h1 className="relative type-display whitespace-pre-line">{t('billing.subscribe.title')}</h1>
        <p className="relative mx-auto mt-4 max-w-[30em] type-story text-balance soft">
          {member ? t('billing.subscribe.trialOver') : t('billing.subscribe.text', { days: trialDays })}
        </p>
      </div>
      <PriceCards member={member} />
    </>
  );
}

const included = [
  'billing.subscribe.included.everyone',
  'billing.subscribe.included.originals',
  'billing.subscribe.included.timelines',
  'billing.subscribe.included.ideas',
  'billing.subscribe.included.noAdvertising',
  'billing.subscribe.included.export',
] as const;

function Included() {
  return (
    <section className="mx-auto px-1 pt-10 pb-6 min-[900px]:max-w-[860px]">
      <h2 className="type-heading">{t('billing.subscribe.every')}</h2>
      <ul className="mt-3 min-[900px]:grid min-[900px]:grid-cols-2 min-[900px]:gap-x-10">
        {included.map((text) => (
          <li key={text} className="flex items-start gap-3 py-2">
            <Check className="mt-[3px] text-fir" />
            <span className="min-w-0">{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
