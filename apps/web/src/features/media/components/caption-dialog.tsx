import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useForm } from '#platform/form.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';

/** Says what one photo shows. `caption` is what was said before; undefined closes it. */
export function CaptionDialog({
  caption,
  onSave,
  onClose,
}: {
  caption: string | undefined;
  onSave: (caption: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={t('media.caption')}
      text={t('media.captionHint')}
      open={caption !== undefined}
      onOpenChange={(open) => open || onClose()}
    >
      {caption !== undefined && <Form first={caption} onSave={onSave} />}
    </Dialog>
  );
}

function Form({ first, onSave }: { first: string; onSave: (caption: string) => void }) {
  const form = useForm({
    defaults: { caption: first },
    rules: { caption: [`max:${limits.description}`] },
    labels: { caption: t('media.caption') },
    send: async ({ caption }) => onSave(caption.trim()),
  });
  return (
    <form {...form.props} className="mt-4">
      <TextField {...form.text('caption')} />
      <DialogActions>
        <Button block type="submit">
          {t('media.done')}
        </Button>
      </DialogActions>
    </form>
  );
}
