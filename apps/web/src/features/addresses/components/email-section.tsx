import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { meQuery, confirmPassword } from '#features/accounts/api.ts';
import { changeEmail, resendVerification } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { Section } from '#ui/section.tsx';

/** The address one signs in with: whether it is proved, and changing it. */
export function EmailSection() {
  const { user } = useSession();
  const me = useQuery(meQuery);
  const [open, setOpen] = useState(false);
  const resend = async () => {
    const answer = await resendVerification();
    toasts.add(answer.success ? t('addresses.change.resent') : answer.message, { type: answer.success ? 'success' : 'error' });
  };
  return (
    <Section id="email" title={t('addresses.change.title')}>
      <p className="mt-2 break-words soft">{t('addresses.change.now', { email: me.data?.user.email ?? user?.email ?? '' })}</p>
      {me.data && !me.data.user.email_verified && (
        <Banner className="mt-3" action={<BannerButton onClick={() => void resend()}>{t('addresses.change.resend')}</BannerButton>}>
          {t('addresses.change.unverified')}
        </Banner>
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
  const form = useForm({
    defaults: { email: '', password: '' },
    rules: { email: ['required', 'email'], password: ['required'] },
    send: async ({ email, password }) => {
      settled(await confirmPassword(password));
      settled(await changeEmail(email.trim()));
      toasts.add(t('addresses.change.sent', { email: email.trim() }), { timeout: 6_000 });
      onDone();
    },
  });
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <TextField {...form.text('email')} label={t('addresses.change.field')} type="email" inputMode="email" autoComplete="email" />
      <PasswordField {...form.text('password')} label={t('addresses.change.password')} autoComplete="current-password" />
      <FormProblem text={form.problem} />
      <DialogActions>
        <Button type="submit" block busy={form.busy}>
          {t('addresses.change.submit')}
        </Button>
        <Button block look="quiet" onClick={onDone}>
          {t('addresses.change.keep')}
        </Button>
      </DialogActions>
    </form>
  );
}
