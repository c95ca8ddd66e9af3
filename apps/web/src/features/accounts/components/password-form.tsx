import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { DialogActions, useClosing } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/field.tsx';
import { useConfirmPassword } from '../hooks/use-confirm-password.ts';
import { FormProblem } from './form-problem.tsx';

/**
 * In a dialog, before something that wants the password once more. `onConfirmed` does it, unless the dialog was closed before the password was found
 * right; what it throws stands in the form.
 */
export function PasswordForm({
  submit,
  look,
  cancel,
  onConfirmed,
  onCancel,
}: {
  submit: string;
  look?: ButtonLook;
  cancel: string;
  onConfirmed: () => unknown;
  onCancel: () => void;
}) {
  const confirm = useConfirmPassword();
  const closing = useClosing();
  const [isCarriedOut, setCarriedOut] = useState(false);
  const form = useForm({
    defaults: { password: '' },
    rules: { password: ['required', `max:${limits.password.max}`] },
    send: async ({ password }) => {
      setCarriedOut(false);
      const closed = closing();
      await confirm.mutateAsync(password);
      if (closed?.aborted) return;
      setCarriedOut(true);
      await onConfirmed();
    },
  });
  return (
    <form {...form.props} className="mt-4 grid gap-5">
      <PasswordField {...form.text('password')} hint={t('accounts.fields.sure')} autoComplete="current-password" />
      <FormProblem {...form.problem} />
      <DialogActions>
        <Button type="submit" block look={look} busy={form.busy}>
          {submit}
        </Button>
        {/* Once it is carried out, nothing stays as it was. */}
        <Button block look="quiet" disabled={form.busy && isCarriedOut} onClick={onCancel}>
          {cancel}
        </Button>
      </DialogActions>
    </form>
  );
}
