import { t } from '@heartwood/messages/current';
import type { ReactNode } from 'react';
import type { useForm } from '#platform/form.ts';
import { PasswordField } from '#ui/field.tsx';
import { PasswordRules } from './password-rules.tsx';

type Form = Pick<ReturnType<typeof useForm<{ password: string; password_confirmation: string }>>, 'text' | 'watch'>;

/** Choosing a password: the field with its rules, which are ticked off as one types, and once more. `icon` stands inside both. */
export function NewPassword({ form, icon }: { form: Form; icon?: ReactNode }) {
  return (
    <>
      <div className="min-w-0">
        <PasswordField {...form.text('password')} autoComplete="new-password" icon={icon} />
        <PasswordRules password={form.watch('password')} />
      </div>
      <PasswordField
        {...form.text('password_confirmation', t('accounts.fields.confirmPassword'))}
        placeholder={t('accounts.fields.onceMore')}
        autoComplete="new-password"
        icon={icon}
      />
    </>
  );
}
