import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { Dialog, DialogActions, useClosing } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { meQuery } from '#features/accounts/api.ts';
import { useChangeEmail, useResendVerification } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { Place } from '#ui/place.tsx';
import { Section } from '#ui/section.tsx';

/** The address one signs in with: whether it is proved, and changing it. */
export function EmailSection() {
  const { user } = useSession();
  const me = useQuery(meQuery);
  const [open, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const confirmed = me.data?.user.email_verified !== false;
  if (!confirmed && !wasAsked) setAsked(true);
  const resend = useResendVerification(t('addresses.change.resent'));
  return (
    <Section id="email" title={t('addresses.change.title')}>
      <p className="mt-2 break-words soft">{t('addresses.change.now', { email: me.data?.user.email ?? user?.email ?? '' })}</p>
      {wasAsked && (
        <Place over={confirmed} className="mt-3 grid">
          {confirmed ? (
            <Banner tone="saved">{t('addresses.change.confirmed')}</Banner>
          ) : (
            <Banner
              action={
                <BannerButton busy={resend.isPending} onClick={() => resend.mutate()}>
                  {t('addresses.change.resend')}
                </BannerButton>
              }
            >
              {t('addresses.change.unverified')}
            </Banner>
          )}
        </Place>
      )}
      <Button look="quiet" className="mt-4" onClick={() => setOpen(true)}>
        {t('addresses.change.change')}
      </Button>
      <Dialog title={t('addresses.change.dialog')} text={t('addresses.change.dialogText')} open={open} onOpenChange={setOpen}>
        <EmailForm onDone={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const change = useChangeEmail();
  const closing = useClosing();
  const form = useForm({
    defaults: { email: '', password: '' },
    rules: { email: ['required', `max:${limits.email}`, 'email'], password: ['required', `max:${limits.password.max}`] },
    labels: { email: t('addresses.change.field') },
    draft: 'e-mail',
    send: async ({ email, password }): Promise<unknown> => {
      if (!(await change.mutateAsync({ email: email.trim(), password, closed: closing() }))) return false;
      toasts.add(t('addresses.change.sent', { email: email.trim() }), { timeout: 6_000 });
      return onDone();
    },
  });
  const isDecided = change.isDecided || form.draft.isSending;
  const leave = () => {
    if (!form.busy) form.discard();
    onDone();
  };
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <DraftNote {...form.draft} />
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="email" />
      <PasswordField {...form.text('password')} hint={t('accounts.fields.sure')} autoComplete="current-password" />
      <FormProblem {...form.problem} />
      <DialogActions>
        <Button type="submit" block busy={form.busy}>
          {t('addresses.change.submit')}
        </Button>
        {/* Once the password was right, nothing stays as it was. */}
        <Button block look="quiet" aria-disabled={isDecided || undefined} onClick={isDecided ? undefined : leave}>
          {t('addresses.change.keep')}
        </Button>
      </DialogActions>
    </form>
  );
}
