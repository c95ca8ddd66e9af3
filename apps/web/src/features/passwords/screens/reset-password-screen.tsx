import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, Lock, Mail } from 'lucide-react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Brand } from '#ui/brand.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { SplitPage } from '#ui/page.tsx';
import { resetPassword } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { PasswordRules } from '#features/accounts/components/password-rules.tsx';
import { scenes } from '#features/accounts/components/scenes.ts';
import { newPasswordRules } from '#features/accounts/logic.ts';
import { words as accounts } from '#features/accounts/words.ts';
import { words } from '../words.ts';

const { fields } = accounts;
const { reset: said } = words;

/** Choosing a new password by the link of a mail. It does not sign in. */
export function ResetPasswordScreen() {
  const { token, email: given } = useSearch({ strict: false }) as { token?: string; email?: string };
  return (
    <SplitPage photo={scenes.hills} brand={<Brand to="/home" size={36} />}>
      {token ? <ResetForm token={token} given={given ?? ''} /> : <NoLink />}
    </SplitPage>
  );
}

function ResetForm({ token, given }: { token: string; given: string }) {
  const navigate = useNavigate();
  const form = useForm({
    defaults: { email: given, password: '', password_confirmation: '' },
    rules: { email: ['required', 'email'], ...newPasswordRules },
    send: async (values) => {
      settled(await resetPassword({ ...values, token }));
      toasts.add(said.done, { timeout: 6_000 });
      await navigate({ to: '/login' });
    },
  });
  return (
    <>
      <h1 className="type-title">{said.title}</h1>
      <p className="mt-2 soft">{given ? said.forWhom(given) : said.text}</p>
      <form {...form.props} className="mt-6 grid grid-cols-1 gap-5">
        <TextField
          {...form.text('email')}
          label={fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          icon={<Mail />}
          {...(given ? { className: 'sr-only', tabIndex: -1, readOnly: true } : {})}
        />
        <div>
          <PasswordField {...form.text('password')} label={fields.password} autoComplete="new-password" icon={<Lock />} />
          <PasswordRules password={form.watch('password')} />
        </div>
        <PasswordField {...form.text('password_confirmation')} label={fields.confirm} autoComplete="new-password" icon={<Lock />} />
        <FormProblem text={form.problem} />
        <Button type="submit" block busy={form.busy}>
          {said.submit}
        </Button>
      </form>
      <Banner tone="offline" icon={<Clock className="icon-s" />} className="mt-6">
        {said.ranOut}{' '}
        <Link to="/forgot-password" className="reach inline-block font-bold">
          {said.newLink}
        </Link>
      </Banner>
    </>
  );
}

function NoLink() {
  return (
    <>
      <h1 className="type-title">{said.noLinkTitle}</h1>
      <p className="mt-2 soft">{said.noLink}</p>
      <ButtonLink to="/forgot-password" block className="mt-6">
        {said.newLink}
      </ButtonLink>
    </>
  );
}
