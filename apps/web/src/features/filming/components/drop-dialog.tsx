import { t } from '@heartwood/messages/current';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Asks before a film is thrown away. */
export function DropDialog({ open, onKeep, onDrop }: { open: boolean; onKeep: () => void; onDrop: () => void }) {
  return (
    <ConfirmDialog
      title={t('filming.drop.title')}
      text={t('filming.drop.text')}
      confirm={t('filming.drop.confirm')}
      keep={t('filming.drop.keep')}
      open={open}
      onOpenChange={(next) => next || onKeep()}
      onConfirm={onDrop}
    />
  );
}
