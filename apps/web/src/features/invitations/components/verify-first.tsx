import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { meQuery } from '#features/accounts/api.ts';
import { useResendVerification } from '#features/addresses/api.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';

/**
 * To whoever invites and has not confirmed their address: that what they write leaves when it is, where that mail went, and to send it again.
 * The page hears of it when that is done.
 */
export function VerifyFirst({ email, level = 3 }: { email: string; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const me = useQuery(meQuery);
  const resend = useResendVerification(t('invitations.form.resent'));
  const check = async () => {
    const { data } = await me.refetch();
    if (data && !data.user.email_verified) toasts.add(t('invitations.form.notYet'), { type: 'error' });
  };
  return (
    <div className="mt-5 flex gap-4 rounded-card bg-fir-soft p-5">
      <MailCheck className="icon-l shrink-0 text-fir" />
      <div className="min-w-0 flex-1">
        <Heading className="type-heading text-[1.3125rem]">{t('invitations.form.unverifiedTitle')}</Heading>
        <p className="mt-1 break-words soft">{t('invitations.form.unverified', { email })}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button small look="line" busy={me.isRefetching && !resend.isPending} onClick={() => void check()}>
            {t('invitations.form.verified')}
          </Button>
          <Button small look="text" busy={resend.isPending} onClick={() => resend.mutate()}>
            {t('invitations.form.resend')}
          </Button>
        </div>
      </div>
    </div>
  );
}
