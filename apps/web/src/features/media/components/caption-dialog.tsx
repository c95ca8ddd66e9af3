import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
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
  const [caption, setCaption] = useState(first);
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(caption.trim());
      }}
    >
      <TextField
        label={t('media.caption')}
        value={caption}
        maxLength={limits.description}
        onChange={({ target }) => setCaption(target.value)}
      />
      <DialogActions>
        <Button block type="submit">
          {t('media.done')}
        </Button>
      </DialogActions>
    </form>
  );
}
