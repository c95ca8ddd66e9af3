import { t } from '@heartwood/messages/current';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Asks before what was written of a post is thrown away. */
export function DiscardDialog({
  open,
  onOpenChange,
  onDiscard,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      title={t('posts.discard.title')}
      text={t('posts.discard.text')}
      confirm={t('posts.discard.confirm')}
      keep={t('posts.discard.keep')}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={() => {
        onOpenChange(false);
        onDiscard();
      }}
    />
  );
}
