import { limits } from '@heartwood/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '#platform/form.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { sessionsQuery } from '#features/accounts/api.ts';
import { updatePassword } from '../api.ts';
import { newPasswordRules } from '#features/accounts/logic.ts';
import { words as accounts } from '#features/accounts/words.ts';
import { words } from '../words.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { Section } from '../../../ui/section.tsx';

const { fields } = accounts;
const { change: said } = words;

/** Changing the password; the other devices are signed out. */
export function PasswordSection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const form = useForm({
    defaults: { current_password: '', password: '', password_confirmation: '' },
    rules: { current_password: ['required'], ...newPasswordRules },
    send: async (values) => {
      await updatePassword(values);
      form.reset();
      toasts.add(said.done);
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Section id="password" title={said.title}>
      <form {...form.props} className="mt-3 grid gap-5">
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField {...form.text('current_password')} label={said.current} autoComplete="current-password" />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <PasswordField
            {...form.text('password')}
            label={said.next}
            placeholder={said.nextHint(limits.password.min)}
            autoComplete="new-password"
          />
          <PasswordField
            {...form.text('password_confirmation')}
            label={fields.confirm}
            placeholder={fields.onceMore}
            autoComplete="new-password"
          />
        </div>
        <FormProblem text={form.problem} />
        <div>
          <Button type="submit" look="quiet" busy={form.busy}>
            {said.submit}
          </Button>
          <p className="mt-2 type-meta">{said.hint}</p>
        </div>
      </form>
    </Section>
  );
}
