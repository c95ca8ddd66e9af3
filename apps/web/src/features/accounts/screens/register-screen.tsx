import { limits, trialDays } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ServerLink } from '#features/accounts/components/server-link.tsx';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { ownPath } from '#platform/own-path.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextField } from '#ui/field.tsx';
import { SplitPage } from '#ui/page.tsx';
import { Rich } from '#ui/rich.tsx';
import { registerHere } from '../api.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { NewPassword } from '../components/new-password.tsx';
import { sceneOf } from '../components/scenes.ts';
import { newPasswordRules } from '../logic.ts';

/** Starting a family: an account; then to where somebody wanted to go, or the first steps. */
export function RegisterScreen() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const form = useForm({
    defaults: { firstname: '', lastname: '', email: '', password: '', password_confirmation: '' },
    rules: {
      firstname: ['required', `max:${limits.name}`],
      lastname: ['required', `max:${limits.name}`],
      email: ['required', `max:${limits.email}`, 'email'],
      ...newPasswordRules,
    },
    draft: 'register',
    send: async (values) => {
      settled(await registerHere(values));
      const wanted = ownPath(redirect);
      if (wanted) navigation.inApp(wanted);
      else await navigate({ to: '/onboarding' });
    },
  });
  return (
    <SplitPage photo={sceneOf('beach')}>
      <h1 className="type-title">{t('accounts.register.title')}</h1>
      <p className="mt-2 soft">{t('accounts.register.text', { days: trialDays })}</p>
      <form {...form.props} className="mt-8 grid grid-cols-1 gap-5">
        <DraftNote {...form.draft} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField {...form.text('firstname')} autoComplete="given-name" />
          <TextField {...form.text('lastname')} autoComplete="family-name" />
        </div>
        <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="email" />
        <NewPassword form={form} />
        <FormProblem {...form.problem} />
        <Button type="submit" block busy={form.busy} className="mt-2">
          {t('accounts.register.submit')}
        </Button>
      </form>
      <p className="mt-4 type-meta text-center text-balance">{t('accounts.register.promise')}</p>
      <p className="mt-2 type-meta text-center text-balance">
        <Rich
          text={t('accounts.register.accepts')}
          tags={{
            terms: <ServerLink to="/terms" className="reach underline" />,
            privacy: <ServerLink to="/privacy" className="reach underline" />,
          }}
        />
      </p>
      <p className="mt-4 text-center soft">
        <Rich
          text={t('accounts.register.already')}
          tags={{ link: <Link to="/login" search={redirect ? { redirect } : {}} className="link-row" /> }}
        />
      </p>
    </SplitPage>
  );
}
