import { t } from '@heartwood/messages/current';
import type { useUnsaved } from '#platform/unsaved.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Asks before somebody leaves a page on which something is not saved; `onLeave` throws it away. */
export function UnsavedDialog({
  unsaved: { asks, stay, go },
  title = t('posts.unsaved.title'),
  text = t('posts.unsaved.text'),
  keep = t('posts.unsaved.stay'),
  onLeave,
}: {
  unsaved: ReturnType<typeof useUnsaved>;
  title?: string;
  text?: string;
  keep?: string;
  onLeave?: () => void;
}) {
  return (
    <ConfirmDialog
      open={asks}
      onOpenChange={(open) => !open && stay()}
      title={title}
      text={text}
      confirm={t('posts.unsaved.leave')}
      keep={keep}
      onConfirm={() => {
        onLeave?.();
        go();
      }}
    />
  );
}
