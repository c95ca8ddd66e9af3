import { t } from '@heartwood/messages/current';
import { LogOut, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { deleteAccount } from '../api.ts';
import { Consequence } from './consequence.tsx';
import { PasswordForm } from './password-form.tsx';

/**
 * Deleting the account. `exportFirst` offers the export, in the dialog and before everything else; `families` says what becomes of one's families,
 * as items of the list of what follows.
 */
export function DeletionSection({
  open,
  onOpenChange,
  exportFirst,
  families,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  exportFirst: ReactNode;
  families: ReactNode;
}) {
  return (
    <>
      <Button flush look="danger" className="mt-8" onClick={() => onOpenChange(true)}>
        {t('accounts.deletion.open')}
      </Button>
      <Dialog title={t('accounts.deletion.title')} text={t('accounts.deletion.text')} open={open} onOpenChange={onOpenChange}>
        {exportFirst}
        <ul className="mt-4">
          <Consequence icon={Trash2}>{t('accounts.deletion.posts')}</Consequence>
          {families}
          <Consequence icon={LogOut}>{t('accounts.deletion.out')}</Consequence>
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
