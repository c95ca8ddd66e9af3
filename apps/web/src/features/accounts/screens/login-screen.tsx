import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { Link, useHydrated, useSearch } from '@tanstack/react-router';
import { Lock, Mail } from 'lucide-react';
import { Suspense } from 'react';
import { device } from '#platform/device.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { language } from '#platform/language.ts';
import { navigation } from '#platform/navigation.ts';
import { ownPath } from '#platform/own-path.ts';
import { session } from '#platform/session.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Divider, SplitPage } from '#ui/page.tsx';
import { login } from '../api.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SampleSignIn } from '../components/sample-sign-in.tsx';
import { sceneOf } from '../components/scenes.ts';

const Unlock = lazyPart(async () => {
  const [unlock] = await Promise.all([import('../components/unlock.tsx'), language.need('pages')]);
  return unlock;
});

/** Signing in; afterwards to where somebody wanted to go, when that is a path of ours. */
export function LoginScreen() {
  // The page is drawn before the app is there, and nothing is sent without it.
  const ready = useHydrated();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const form = useForm({
    defaults: { email: '', password: '' },
    rules: { email: ['required', `max:${limits.email}`, 'email'], password: ['required', `max:${limits.password.max}`] },
    send: async (values) => {
      settled(await login(values));
      navigation.inApp(ownPath(redirect) ?? '/dashboard');
    },
  });
  return (
    <SplitPage photo={sceneOf('tent')}>
      <h1 className="type-title">{t('accounts.login.title')}</h1>
      <p className="mt-2 soft">{t('accounts.login.text')}</p>
      {ready && session.wasLost() && <Banner className="mt-6">{t('accounts.login.lost')}</Banner>}
      {ready && device.native && (
        <Suspense fallback={null}>
          <Unlock />
        </Suspense>
      )}
      <form {...form.props} method="post" className="mt-8 grid gap-5">
        <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="username" icon={<Mail />} />
        <PasswordField {...form.text('password')} autoComplete="current-password" icon={<Lock />} />
        <FormProblem {...form.problem} />
        <Button type="submit" block busy={form.busy} disabled={!ready} className="mt-2 disabled:opacity-100">
          {t('accounts.login.submit')}
        </Button>
        <Link to="/forgot-password" className="-my-2 justify-self-center link-row">
          {t('accounts.login.forgot')}
        </Link>
      </form>
      <div className="mt-6">
        <Divider>{t('accounts.login.newHere')}</Divider>
      </div>
      <div className="mt-5 grid justify-items-center gap-3">
        <Link to="/register" search={redirect ? { redirect } : {}} className="link-row">
          {t('accounts.login.start')}
        </Link>
        <Link to="/invite" className="link-row">
          {t('accounts.login.code')}
        </Link>
        <SampleSignIn />
      </div>
    </SplitPage>
  );
}
