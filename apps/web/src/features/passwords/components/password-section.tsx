import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '#platform/form.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { sessionsQuery } from '#features/accounts/api.ts';
import { updatePassword } from '../api.ts';
import { newPasswordRules } from '#features/accounts/logic.ts';
import { NewPassword } from '#features/accounts/components/new-password.tsx';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { Section } from '#ui/section.tsx';

/** Changing the password; the other devices are signed out. */
export function PasswordSection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const form = useForm({
    defaults: { current_password: '', password: '', password_confirmation: '' },
    rules: { current_password: ['required', `max:${limits.password.max}`], ...newPasswordRules },
    labels: { password: t('passwords.change.next') },
    send: async (values) => {
      await updatePassword(values);
      form.reset();
      toasts.add(t('passwords.change.done'));
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Section id="password" title={t('passwords.change.title')}>
      <form {...form.props} className="mt-3 grid grid-cols-1 gap-5">
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField {...form.text('current_password')} autoComplete="current-password" />
        <NewPassword form={form} />
        <FormProblem {...form.problem} />
        <div>
          <Button type="submit" look="quiet" busy={form.busy}>
            {t('passwords.change.submit')}
          </Button>
          <p className="mt-2 type-meta">{t('passwords.change.hint')}</p>
        </div>
      </form>
    </Section>
  );
}
