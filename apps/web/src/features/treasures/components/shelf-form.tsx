import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { useKeys } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
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
  return (
    <Dialog title={t('treasures.nameShelf')} open onOpenChange={(open) => !open && onClose()}>
      <Form categoryId={categoryId} shelf={shelf} onClose={onClose} />
    </Dialog>
  );
}

function Form({ categoryId, shelf, onClose }: Parameters<typeof ShelfForm>[0]) {
  const { save } = useShelfChange();
  // Categories are the same in all families.
  const draft = shelf ? `shelf ${shelf.id}` : `shelf ${categoryId} of ${session.family() ?? ''}`;
  const keys = useKeys(draft);
  const form = useForm({
    defaults: { name: shelf?.name ?? '' },
    rules: { name: ['required', `max:${limits.name}`] },
    failure: 'tryAgain',
    draft,
    keys,
    send: async (values) => {
      const name = values.name.trim();
      const key = await keys.keyFor({ categoryId, name });
      await save.mutateAsync({ ...(shelf ? { id: shelf.id } : {}), categoryId, name, key });
      onClose();
    },
  });
  const leave = () => {
    // What is being saved stays until it is: see [Note: A draft is sent once].
    if (!form.busy) form.discard();
    onClose();
  };
  return (
    <form {...form.props}>
      <DraftNote {...form.draft} shown={form.draft.shown && !form.busy} />
      <TextField {...form.text('name')} autoComplete="off" className="mt-4" />
      <FormProblem {...form.problem} />
      <DialogActions>
        <Button block type="submit" busy={form.busy}>
          {t('treasures.save')}
        </Button>
        <Button block look="quiet" onClick={leave}>
          {t('treasures.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}
