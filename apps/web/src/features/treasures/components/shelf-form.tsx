import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useState, type FormEvent } from 'react';
import { CallError, refusalFrom } from '#platform/http.ts';
import { createKeyring } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useShelfChange } from '../hooks/use-shelf-change.ts';

/** Names a new shelf of a category, or renames one. */
export function ShelfForm({
  categoryId,
  shelf,
  onClose,
}: {
  categoryId: string;
  shelf?: { id: string; name: string } | undefined;
  onClose: () => void;
}) {
  const { save } = useShelfChange();
  const [name, setName] = useState(shelf?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const [keyFor] = useState(createKeyring);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return setProblem(t('treasures.needsName'));
    try {
      await save.mutateAsync({ ...(shelf ? { id: shelf.id } : {}), categoryId, name: given, once: keyFor({ categoryId, given }) });
      onClose();
    } catch (error) {
      const wrong = error instanceof CallError ? error.body.errors?.['name']?.[0] : undefined;
      if (wrong) setProblem(wrong);
      else toasts.add(refusalFrom(error, 'tryAgain').message, { type: 'error' });
    }
  }

  return (
    <Dialog title={t('treasures.nameShelf')} open onOpenChange={(open) => !open && onClose()}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('treasures.name')}
          value={name}
          maxLength={limits.name}
          error={problem}
          className="mt-4"
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
        <DialogActions>
          <Button block type="submit" busy={save.isPending}>
            {t('treasures.save')}
          </Button>
          <Button block look="quiet" onClick={onClose}>
            {t('treasures.cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
