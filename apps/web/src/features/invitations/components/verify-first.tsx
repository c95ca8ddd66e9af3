import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { useResendVerification } from '#features/addresses/api.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Place } from '#ui/place.tsx';

/**
 * To whoever invites and has not confirmed their address: that what they write leaves when it is, where that mail went, and to send it again.
 * The page hears of it when that is done, and says so in the same place.
 */
export function VerifyFirst({ email, confirmed, level = 3 }: { email: string; confirmed: boolean; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const me = useQuery(meQuery);
  const resend = useResendVerification(t('invitations.form.resent'));
  const [wasAsked, setAsked] = useState(!confirmed);
  if (!confirmed && !wasAsked) setAsked(true);
  const [checks, setChecks] = useState(false);
  const check = async () => {
    // The question would wait for a network without a word.
    if (!navigator.onLine) return void toasts.add(t('failures.offline'), { type: 'error' });
    setChecks(true);
    const { data, error } = await me.refetch();
    setChecks(false);
    if (error) return toastRefusal(error);
    if (data && !data.user.email_verified) toasts.add(t('invitations.form.notYet'), { type: 'error' });
  };
  if (!wasAsked) return null;
  return (
    <Place over={confirmed} className="mt-5 flex gap-4 rounded-card bg-fir-soft p-5">
      <MailCheck className="icon-l shrink-0 text-fir" />
      <div className="min-w-0 flex-1">
        <Heading className="type-heading text-[1.3125rem]">
          {confirmed ? t('invitations.form.confirmedTitle') : t('invitations.form.unverifiedTitle')}
        </Heading>
        <p role="status" className="mt-1 break-words soft">
          {confirmed ? t('invitations.form.confirmed') : t('invitations.form.unverified', { email })}
        </p>
        {!confirmed && (
          <div className="mt-3 flex flex-wrap gap-x-6.5 gap-y-2">
            <Button small look="line" busy={checks && me.isRefetching} onClick={() => void check()}>
              {t('invitations.form.verified')}
            </Button>
            <Button small flush look="text" busy={resend.isPending} onClick={() => resend.mutate()}>
              {t('invitations.form.resend')}
            </Button>
          </div>
        )}
      </div>
    </Place>
  );
}
