import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, Lock, Mail } from 'lucide-react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Rich } from '#ui/rich.tsx';
import { SplitPage } from '#ui/page.tsx';
import { resetPassword } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { NewPassword } from '#features/accounts/components/new-password.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { newPasswordRules } from '#features/accounts/logic.ts';

/** Choosing a new password by the link of a mail. It does not sign in. */
export function ResetPasswordScreen() {
  const { token, email: given } = useSearch({ strict: false }) as { token?: string; email?: string };
  return <SplitPage photo={sceneOf('hills')}>{token ? <ResetForm token={token} given={given ?? ''} /> : <NoLink />}</SplitPage>;
}

function ResetForm({ token, given }: { token: string; given: string }) {
  const navigate = useNavigate();
  const page = useOwnPage();
  const form = useForm({
    defaults: { email: given, password: '', password_confirmation: '' },
    rules: { email: ['required', `max:${limits.email}`, 'email'], ...newPasswordRules },
    send: async (values) => {
      settled(await resetPassword({ ...values, token }));
      toasts.add(t('passwords.reset.done'), { timeout: 6_000 });
      if (page.isShown()) await navigate({ to: '/login' });
    },
  });
  return (
    <>
      <h1 className="type-title">{t('passwords.reset.title')}</h1>
      <p className="mt-2 soft">{given ? t('passwords.reset.forWhom', { email: given }) : t('passwords.reset.text')}</p>
      <form {...form.props} className="mt-6 grid grid-cols-1 gap-5">
        <TextField
          {...form.text('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          icon={<Mail />}
          {...(given ? { className: 'sr-only', tabIndex: -1, readOnly: true } : {})}
        />
        <NewPassword form={form} icon={<Lock />} />
        <FormProblem {...form.problem} />
        <Button type="submit" block busy={form.busy}>
          {t('passwords.reset.submit')}
        </Button>
      </form>
      <Banner tone="offline" icon={<Clock className="icon-s" />} className="mt-6">
        <Rich text={t('passwords.reset.ranOut')} tags={{ link: <Link to="/forgot-password" className="reach inline-block font-bold" /> }} />
      </Banner>
    </>
  );
}

function NoLink() {
  return (
    <>
      <h1 className="type-title">{t('passwords.reset.noLinkTitle')}</h1>
      <p className="mt-2 soft">{t('passwords.reset.noLink')}</p>
      <ButtonLink to="/forgot-password" block className="mt-6">
        {t('passwords.reset.newLink')}
      </ButtonLink>
    </>
  );
}
