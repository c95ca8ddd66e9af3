import { limits } from '@heartwood/contract/limits';
import type { Comment } from '@heartwood/contract/comments';
import { t } from '@heartwood/messages/current';
import { useId, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { tooLong } from '#platform/form-rules.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, useLeft } from '#ui/field.tsx';
import { KeptEditNote } from '#features/sending/components/kept-edit-note.tsx';
import { TheirVersion } from '#features/sending/components/their-version.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { useCommentChange } from '../hooks/use-comment-change.ts';
import { useEditedText } from '../hooks/use-edited-text.ts';

/** The words of a comment as they are changed; whoever leaves the page is asked before they are lost. What is written while they are sent stays. */
export function EditComment({ comment, postId, onDone }: { comment: Comment; postId: string; onDone: () => void }) {
  // An answer to what was sent from a field that has been closed closes no other.
  const { edit } = useCommentChange(postId);
  const field = useRef<HTMLTextAreaElement>(null);
  const { id: commentId, text: first } = comment;
  // A photo or a voice says enough.
  const mayBeEmpty = comment.media !== null;
  const { text, write, isRestored, theirs, takeSaved, sends, forget } = useEditedText(`${postId} ${commentId}`, first);
  const unsaved = useUnsaved(text.trim() !== first.trim(), { onReload: true, isOfPage: true });
  const id = useId();
  const long = tooLong(t('validation.fields.text'), text.trim(), limits.comment);
  const { shown: problem, leave } = useLeft({ errorWhenLeft: long });
  const save = (event: FormEvent) => {
    event.preventDefault();
    leave();
    const said = text.trim();
    if (long || !(said || mayBeEmpty) || edit.isPending) return;
    if (said === first) return end();
    sends(said);
    edit.mutate({ id: commentId, text: said }, { onSuccess: () => field.current?.value.trim() === said && end() });
  };
  const end = () => {
    forget();
    onDone();
  };
  const take = () => {
    takeSaved();
    field.current?.focus();
  };
  // Words that were changed go by their button alone.
  const byKey = ({ key }: KeyboardEvent) => key === 'Escape' && text === first && end();
  return (
    <form onSubmit={save} onKeyDown={byKey}>
      <KeptEditNote shown={isRestored && theirs === undefined} onDiscard={take} className="mb-1" />
      {theirs !== undefined && (
        <TheirVersion version={comment} busy={edit.isPending} onTake={take} className="mb-2">
          {t('comments.changedSince')}
          <q className="mt-2 line-clamp-4 font-serif">{theirs}</q>
        </TheirVersion>
      )}
      <textarea
        ref={field}
        aria-label={t('comments.editComment')}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onBlur={leave}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => write(event.target.value)}
        className="field-sizing-content w-full resize-none rounded-md bg-sunken px-4 py-3 leading-[1.45]"
      />
      {problem && <FieldError id={id}>{problem}</FieldError>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button small type="submit" busy={edit.isPending} disabled={text.trim() === '' && !mayBeEmpty}>
          {t('comments.save')}
        </Button>
        <Button small look="quiet" onClick={end}>
          {t('comments.cancel')}
        </Button>
      </div>
      <UnsavedDialog unsaved={unsaved} onLeave={forget} />
    </form>
  );
}
