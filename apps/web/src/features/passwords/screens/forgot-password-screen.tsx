import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Mail, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { SplitPage } from '#ui/page.tsx';
import { forgotPassword } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';

/** Asking for the mail to choose a new password. It says the same for every address. */
export function ForgotPasswordScreen() {
  const [sent, setSent] = useState(0);
  const form = useForm({
    defaults: { email: '' },
    rules: { email: ['required', `max:${limits.email}`, 'email'] },
    send: async ({ email }) => {
      settled(await forgotPassword(email.trim()));
      if (sent > 0) toasts.add(t('passwords.forgot.sentAgain'));
      setSent(sent + 1);
    },
  });
  return (
    <SplitPage photo={sceneOf('cabin')}>
      <Link to="/login" className="mb-1 link-row">
        <ArrowLeft className="icon-s" />
        {t('passwords.forgot.back')}
      </Link>
      <h1 className="type-title">{t('passwords.forgot.title')}</h1>
      <p className="mt-2 soft">{t('passwords.forgot.text')}</p>
      <form {...form.props} className="mt-6 grid gap-5">
        <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="username" icon={<Mail />} />
        <FormProblem {...form.problem} />
        {sent === 0 && (
          <Button type="submit" block busy={form.busy}>
            {t('passwords.forgot.submit')}
          </Button>
        )}
        <div role="status">
          {sent > 0 && (
            <div className="mt-3 flex gap-4 rounded-card bg-fir-soft p-5">
              <MailCheck className="icon-l text-fir" />
              <div className="min-w-0 flex-1">
                <h2 className="type-heading text-[1.3125rem]">{t('passwords.forgot.sentTitle')}</h2>
                <p className="mt-1 soft">{t('passwords.forgot.sent')}</p>
                <button type="submit" aria-busy={form.busy || undefined} className="link-row">
                  {t('passwords.forgot.again')}
                </button>
              </div>
            </div>
          )}
        </div>
      </form>
    </SplitPage>
  );
}
