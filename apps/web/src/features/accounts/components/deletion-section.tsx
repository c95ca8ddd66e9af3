import { t } from '@heartwood/messages/current';
import { CreditCard, LogOut, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { deleteAccount } from '../api.ts';
import { PasswordForm } from './password-form.tsx';
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
        <PasswordForm
          submit={t('accounts.deletion.submit')}
          look="delete"
          cancel={t('accounts.deletion.keep')}
          onConfirmed={deleteAndLeave}
          onCancel={() => onOpenChange(false)}
        />
      </Dialog>
    </>
  );
}

async function deleteAndLeave(): Promise<void> {
  settled(await deleteAccount());
  toasts.add(t('accounts.deletion.done'), { icon: 'none', timeout: 6_000 });
  navigation.inApp('/home');
}
