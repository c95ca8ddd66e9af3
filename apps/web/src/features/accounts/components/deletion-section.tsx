import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { CreditCard, LogOut, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/field.tsx';
import { deleteAccount } from '#features/accounts/api.ts';
import { useConfirmPassword } from '../hooks/use-confirm-password.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
const consequences = [
  [Trash2, 'accounts.deletion.posts'],
  [Users, 'accounts.deletion.family'],
  [CreditCard, 'accounts.deletion.plan'],
  [LogOut, 'accounts.deletion.out'],
] as const;

/** Deleting the account. `exportFirst` offers the export, in the dialog and before everything else. */
export function DeletionSection({
  open,
  onOpenChange,
  exportFirst,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  exportFirst: ReactNode;
}) {
  return (
    <>
      <Button look="danger" className="mt-8 -ms-3" onClick={() => onOpenChange(true)}>
        {t('accounts.deletion.open')}
      </Button>
      <Dialog title={t('accounts.deletion.title')} text={t('accounts.deletion.text')} open={open} onOpenChange={onOpenChange}>
        {exportFirst}
        <ul className="mt-4">
          {consequences.map(([Icon, text]) => (
            <li key={text} className="flex items-start gap-3 py-[7px] leading-[1.45]">
              <Icon className="mt-0.5 icon-s" />
              <span className="min-w-0">{t(text)}</span>
            </li>
          ))}
        </ul>
        <DeletionForm onKeep={() => onOpenChange(false)} />
      </Dialog>
    </>
  );
}

function DeletionForm({ onKeep }: { onKeep: () => void }) {
  const confirm = useConfirmPassword();
  const form = useForm({
    defaults: { password: '' },
    rules: { password: ['required', `max:${limits.password.max}`] },
    send: async ({ password }) => {
      await confirm.mutateAsync(password);
      settled(await deleteAccount());
      toasts.add(t('accounts.deletion.done'), { timeout: 6_000 });
      navigation.inApp('/home');
    },
  });
  return (
    <form {...form.props} className="mt-4 grid gap-5">
      <PasswordField {...form.text('password')} hint={t('accounts.fields.sure')} autoComplete="current-password" />
      <FormProblem text={form.problem} />
      <DialogActions>
        <Button type="submit" block look="delete" busy={form.busy}>
          {t('accounts.deletion.submit')}
        </Button>
        <Button block look="quiet" onClick={onKeep}>
          {t('accounts.deletion.keep')}
        </Button>
      </DialogActions>
    </form>
  );
}
