import { t } from '@heartwood/messages/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Brand } from '#ui/brand.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SplitPage } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { meQuery } from '#features/accounts/api.ts';
import { resendVerification, verifyEmail } from '../api.ts';
import { sceneOf } from '#features/accounts/components/scenes.ts';

/** The link that proves an e-mail address leads here: it is tried once, at once. */
export function VerifyEmailScreen() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  const answer = useQuery({
    queryKey: ['accounts', 'verify', token],
    queryFn: () => verifyEmail(token ?? ''),
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: Boolean(token),
    refetchOnWindowFocus: false,
  });
  const queries = useQueryClient();
  const proved = answer.data?.success === true;
  useEffect(() => {
    if (proved) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  }, [proved, queries]);
  return (
    <SplitPage photo={sceneOf('hills')} brand={<Brand to="/home" size={36} />}>
      {answer.data?.success ? (
        <Proved email={answer.data.data.email} />
      ) : token && answer.isPending ? (
        <>
          <h1 className="type-title">{t('addresses.verify.checking')}</h1>
          <Loading className="mt-4 grid gap-3">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-13 rounded-full" />
          </Loading>
        </>
      ) : (
        <Failed />
      )}
    </SplitPage>
  );
}

function Proved({ email }: { email: string }) {
  const { token } = useSession();
  return (
    <div role="status">
      <h1 className="type-title">{t('addresses.verify.doneTitle')}</h1>
      <p className="mt-2 soft">{t('addresses.verify.done', { email })}</p>
      {token ? (
        <div className="mt-6 grid gap-2">
          <ButtonLink to="/private/family" search={{ invite: '1' }} block>
            {t('addresses.verify.inviteNow')}
          </ButtonLink>
          <ButtonLink to="/dashboard" look="quiet" block>
            {t('addresses.verify.home')}
          </ButtonLink>
        </div>
      ) : (
        <ButtonLink to="/login" block className="mt-6">
          {t('addresses.verify.login')}
        </ButtonLink>
      )}
    </div>
  );
}

function Failed() {
  const { token } = useSession();
  const me = useQuery({ ...meQuery, enabled: token !== null });
  const [busy, setBusy] = useState(false);
  const proved = me.data?.user.email_verified === true;
  const resend = async () => {
    setBusy(true);
    const answer = await resendVerification();
    setBusy(false);
    toasts.add(answer.success ? t('addresses.verify.resent') : answer.message, { type: answer.success ? 'success' : 'error' });
  };
  return (
    <>
      <h1 className="type-title">{proved ? t('addresses.verify.doneTitle') : t('addresses.verify.failedTitle')}</h1>
      <p className="mt-2 soft">
        {proved ? t('addresses.verify.already', { email: me.data?.user.email ?? '' }) : t('addresses.verify.failed')}
      </p>
      {token && !proved ? (
        <Button block busy={busy} onClick={() => void resend()} className="mt-6">
          {t('addresses.verify.again')}
        </Button>
      ) : (
        <Link to={token ? '/dashboard' : '/login'} className="mt-4 link-row">
          {token ? t('addresses.verify.home') : t('addresses.verify.login')}
        </Link>
      )}
    </>
  );
}
