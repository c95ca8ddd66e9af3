import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { listed } from '#platform/formats.ts';
import { refusalFrom } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { troubleOf } from '#platform/trouble.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SplitPage } from '#ui/page.tsx';
import { meQuery } from '#features/accounts/api.ts';
import { LinkTrouble } from '#features/accounts/components/trouble.tsx';
import { useResendVerification, useVerifyEmail } from '../api.ts';
import { sceneOf } from '#features/accounts/components/scenes.ts';

/** The link that proves an e-mail address leads here. Nothing is changed by opening it: programs open links, too. */
export function VerifyEmailScreen() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  // It stays while the link is tried once more.
  const [error, setError] = useState<Error>();
  const verify = useVerifyEmail({ onError: setError });
  const confirm = () => verify.mutate(token ?? '');
  const trouble = error && troubleOf(refusalFrom(error, 'invalidToken'), navigator.onLine);
  return (
    <SplitPage photo={sceneOf('hills')}>
      {verify.isSuccess ? (
        <Proved {...verify.data} />
      ) : trouble ? (
        <LinkTrouble trouble={trouble} busy={verify.isPending} retry={confirm} />
      ) : error || !token ? (
        <Failed />
      ) : (
        <>
          <h1 className="type-title">{t('addresses.verify.title')}</h1>
          <p className="mt-2 soft">{t('addresses.verify.text')}</p>
          <Button block busy={verify.isPending} onClick={confirm} className="mt-6">
            {t('addresses.verify.confirm')}
          </Button>
        </>
      )}
    </SplitPage>
  );
}

/** The address is theirs. @param invited who is invited by what has waited for it, by name or address */
function Proved({ email, invited }: { email: string; invited: readonly string[] }) {
  const { token } = useSession();
  return (
    <div role="status">
      <h1 className="type-title">{t('addresses.verify.doneTitle')}</h1>
      <p className="mt-2 soft">
        {invited.length > 0
          ? t('addresses.verify.sent', { email, count: invited.length, names: listed(invited) })
          : t('addresses.verify.done', { email })}
      </p>
      {token ? (
        <div className="mt-6 grid gap-2">
          <ButtonLink to="/private/family" search={{ invite: '1' }} block>
            {invited.length > 0 ? t('addresses.verify.inviteMore') : t('addresses.verify.inviteNow')}
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
  const proved = me.data?.user.email_verified === true;
  const resend = useResendVerification(t('addresses.verify.resent'));
  return (
    <>
      <h1 className="type-title">{proved ? t('addresses.verify.doneTitle') : t('addresses.verify.failedTitle')}</h1>
      <p className="mt-2 soft">
        {proved ? t('addresses.verify.already', { email: me.data?.user.email ?? '' }) : t('addresses.verify.failed')}
      </p>
      {token && !proved ? (
        <Button block busy={resend.isPending} onClick={() => resend.mutate()} className="mt-6">
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
