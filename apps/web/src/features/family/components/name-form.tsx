import { t } from '@heartwood/messages/current';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import type { useForm } from '#platform/form.ts';
import { Button } from '#ui/button.tsx';
import { DialogActions } from '#ui/dialog.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextField } from '#ui/field.tsx';

/** A dialog's form of one name, that of a family. @param onClose is called where one leaves it; `submit` are the words of what it does */
export function NameForm({
  form,
  submit,
  onClose,
}: {
  form: ReturnType<typeof useForm<{ name: string }>>;
  submit: string;
  onClose: () => void;
}) {
  const leave = () => {
    // What is being sent stays until it is: see [Note: A draft is sent once].
    if (!form.busy) form.discard();
    onClose();
  };
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <DraftNote {...form.draft} />
      <TextField {...form.text('name')} autoComplete="off" />
      <FormProblem {...form.problem} />
      <DialogActions>
        <Button type="submit" block busy={form.busy}>
          {submit}
        </Button>
        <Button block look="quiet" onClick={leave}>
          {t('family.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}
