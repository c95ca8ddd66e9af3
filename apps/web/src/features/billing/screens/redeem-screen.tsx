import type { Coverage } from '@heartwood/contract/billing';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { StartOwnFamily } from '#features/family/components/start-family.tsx';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Divider, SplitPage } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { InBrowser } from '../components/in-browser.tsx';
import { RedeemForm } from '../components/redeem-form.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { coveredUntil, standingOf } from '../logic.ts';

/** Taking a year that was given. The mail's link leads here with the code; a visitor logs in or starts a family, and comes back with it. */
export function RedeemScreen() {
  const { code = '' } = useSearch({ strict: false }) as { code?: string };
  const signedIn = useSession().token !== null;
  const [taken, setTaken] = useState<Coverage>();
  const offer = useOffer();
  if (offer !== 'here') return <Elsewhere offer={offer} path={addressFor(code)} />;
  return (
    <SplitPage photo={sceneOf('cabin')}>
      {taken ? (
        <Taken coverage={taken} />
      ) : (
        <>
          <h1 className="type-title">{t('billing.redeem.title')}</h1>
          <p className="mt-2 soft">{code && !signedIn ? t('billing.redeem.visitor') : t('billing.redeem.text')}</p>
          {signedIn ? <Take code={code} onTaken={setTaken} /> : <SignInLinks code={code} />}
        </>
      )}
    </SplitPage>
  );
}

const addressFor = (code: string): string => `/gift/redeem${code ? `?code=${encodeURIComponent(code)}` : ''}`;

/** In a shell: codes are taken on our page in the browser, where the storefront allows to lead there. */
function Elsewhere({ offer, path }: { offer: 'browser' | 'none'; path: string }) {
  return (
    <SplitPage photo={sceneOf('cabin')}>
      <h1 className="type-title">{t('billing.redeem.title')}</h1>
      {offer === 'none' && <p className="mt-2 soft">{t('billing.shell.code')}</p>}
      {offer === 'browser' && <InBrowser path={path} label={t('billing.shell.redeem')} />}
      <div className="mt-6 grid justify-items-center">
        <Link to="/dashboard" className="link-row">
          {t('billing.return.home')}
        </Link>
      </div>
    </SplitPage>
  );
}

/** For a visitor: what is left of the way, and the code that comes along. */
function SignInLinks({ code }: { code: string }) {
  const redirect = addressFor(code);
  return (
    <>
      {code && (
        <p className="mt-6 rounded-card bg-sunken px-5 py-4 text-center">
          <span className="block type-meta">{t('billing.redeem.code')}</span>
          <bdi dir="ltr" className="num text-[1.25rem] font-[550] break-words">
            {code}
          </bdi>
        </p>
      )}
      <ButtonLink block to="/login" search={{ redirect }} className="mt-6">
        {t('billing.redeem.login')}
      </ButtonLink>
      <div className="mt-8">
        <Divider>{t('billing.redeem.new')}</Divider>
      </div>
      <div className="mt-4 grid justify-items-center">
        <Link to="/register" search={{ redirect }} className="link-row">
          {t('billing.redeem.start')}
        </Link>
      </div>
    </>
  );
}

/** For somebody signed in: the code, where they own a family; else who can take it, and a button that starts a family of their own. */
function Take({ code, onTaken }: { code: string; onTaken: (coverage: Coverage) => void }) {
  const { profile } = useSession();
  const asked = useQuery({ ...meQuery, throwOnError: false });
  const { data: me, refetch } = asked;
  if (hasNotCome(asked))
    return (
      <NotLoaded className="mt-8" onRetry={refetch}>
        {t('billing.redeem.failed')}
      </NotLoaded>
    );
  if (!me)
    return (
      <Loading className="mt-8 grid gap-5">
        <Skeleton className="h-20" />
        <Skeleton className="h-13 rounded-full" />
      </Loading>
    );
  const isOwner = me.families.some(({ role }) => role === 'owner');
  const standing = standingOf(me.subscription);
  return (
    <>
      {isOwner ? (
        <RedeemForm code={code} toPlan={standing === 'renews' || standing === 'overdue'} onTaken={onTaken} />
      ) : (
        <Banner className="mt-8">{me.families.length > 0 ? t('billing.redeem.notOwner') : t('billing.redeem.noFamily')}</Banner>
      )}
      <StartOwnFamily families={me.families} lastname={profile?.lastname ?? ''} className="mt-5" />
      {me.families.length === 0 && (
        <ButtonLink block to="/private" className="mt-5">
          {t('billing.redeem.begin')}
        </ButtonLink>
      )}
      <div className="mt-6 grid justify-items-center">
        <Link to="/private/profile" hash="subscription" className="link-row">
          {t('billing.redeem.back')}
        </Link>
      </div>
    </>
  );
}

function Taken({ coverage }: { coverage: Coverage }) {
  return (
    <>
      <div role="status">
        <h1 className="type-title">{t('billing.redeem.done')}</h1>
        <p className="mt-3 type-story soft">{coveredUntil(coverage) ?? t('billing.redeem.later')}</p>
      </div>
      <ButtonLink block to="/dashboard" className="mt-8">
        {t('billing.return.home')}
      </ButtonLink>
    </>
  );
}
