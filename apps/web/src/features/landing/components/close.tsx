import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ServerLink } from '#features/accounts/components/server-link.tsx';
import { plansQuery } from '#features/billing/api.ts';
import { useOffer } from '#features/billing/hooks/use-offer.ts';
import { planOf, priceInWords } from '#features/billing/logic.ts';
import { useSession } from '#platform/session.ts';
import { Brand } from '#ui/brand.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Contours } from '#features/billing/components/contours.tsx';
import { Rich } from '#ui/rich.tsx';

/** The foot of the landing page: what it costs, in one sentence, and the last button. */
export function Close() {
  const signedIn = useSession().token !== null;
  const mayBuy = useOffer() !== 'none';
  return (
    <section className="relative mt-12 overflow-hidden bg-fir-deep py-20 text-white">
      <Contours className="absolute top-1/2 start-1/2 w-[760px] -translate-1/2 rtl:translate-x-1/2 opacity-10" />
      <div className="relative mx-auto max-w-[1200px] px-6 text-center">
        <h2 className="type-display whitespace-pre-line text-[min(clamp(2.25rem,1.5rem+3vw,3.5rem),13vw)]">
          {mayBuy ? t('landing.close.title') : t('landing.close.inApp')}
        </h2>
        {mayBuy && (
          <p className="mx-auto mt-4 max-w-[26em] text-[1.1875rem] leading-normal text-balance text-[#d8e8df]">
            <Prices /> {t('landing.close.free')}
          </p>
        )}
        <ButtonLink to={signedIn ? '/dashboard' : '/register'} look="white" className="mt-8">
          {signedIn ? t('landing.home') : t('landing.start')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The prices, once they are known; somebody signed in never sees one here. */
function Prices() {
  const visitor = useSession().token === null;
  const { data } = useQuery({ ...plansQuery(), enabled: visitor, throwOnError: false });
  const [month, year, once] = (['monthly', 'yearly', 'lifetime'] as const).map((name) => {
    const plan = planOf(data?.plans ?? [], name);
    return plan && priceInWords(plan.amount, plan.currency);
  });
  if (!visitor || !month || !year || !once) return t('landing.close.without');
  return (
    <Rich text={t('landing.close.prices', { month, year, lifetime: once })} tags={{ together: <span className="whitespace-nowrap" /> }} />
  );
}

/** Where else to go. */
export function Foot() {
  const mayBuy = useOffer() !== 'none';
  return (
    <footer className="mx-auto flex max-w-[1200px] flex-wrap items-center justify-between gap-5 px-6 pt-9 pb-12">
      <Brand to="/home" />
      <nav aria-label={t('landing.foot.label')} className="flex flex-wrap gap-x-6 soft">
        <Link to="/home" hash="questions" className="inline-flex min-h-hit min-w-hit items-center">
          {t('landing.foot.questions')}
        </Link>
        {mayBuy && (
          <Link to="/subscribe" className="inline-flex min-h-hit min-w-hit items-center">
            {t('landing.foot.plans')}
          </Link>
        )}
        <Link to="/login" className="inline-flex min-h-hit min-w-hit items-center">
          {t('landing.foot.login')}
        </Link>
        <ServerLink to="/privacy" className="inline-flex min-h-hit min-w-hit items-center">
          {t('landing.foot.privacy')}
        </ServerLink>
        <ServerLink to="/terms" className="inline-flex min-h-hit min-w-hit items-center">
          {t('landing.foot.terms')}
        </ServerLink>
        <ServerLink to="/contact" className="inline-flex min-h-hit min-w-hit items-center">
          {t('landing.foot.contact')}
        </ServerLink>
      </nav>
    </footer>
  );
}
