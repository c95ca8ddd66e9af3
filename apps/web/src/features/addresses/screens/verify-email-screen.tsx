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
import { scenes } from '#features/accounts/components/scenes.ts';
import { words } from '../words.ts';

const { verify: said } = words;

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
    <SplitPage photo={scenes.hills} brand={<Brand to="/home" size={36} />}>
      {answer.data?.success ? (
        <Proved email={answer.data.data.email} />
      ) : token && answer.isPending ? (
        <>
          <h1 className="type-title">{said.checking}</h1>
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
      <h1 className="type-title">{said.doneTitle}</h1>
      <p className="mt-2 soft">{said.done(email)}</p>
      {token ? (
        <div className="mt-6 grid gap-2">
          <ButtonLink to="/private/family" search={{ invite: '1' }} block>
            {said.inviteNow}
          </ButtonLink>
          <ButtonLink to="/dashboard" look="quiet" block>
            {said.home}
          </ButtonLink>
        </div>
      ) : (
        <ButtonLink to="/login" block className="mt-6">
          {said.login}
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
    toasts.add(answer.success ? said.resent : answer.message, { type: answer.success ? 'success' : 'error' });
  };
  return (
    <>
      <h1 className="type-title">{proved ? said.doneTitle : said.failedTitle}</h1>
      <p className="mt-2 soft">{proved ? said.already(me.data?.user.email ?? '') : said.failed}</p>
      {token && !proved ? (
        <Button block busy={busy} onClick={() => void resend()} className="mt-6">
          {said.again}
        </Button>
      ) : (
        <Link to={token ? '/dashboard' : '/login'} className="mt-4 link-row">
          {token ? said.home : said.login}
        </Link>
      )}
    </>
  );
}
