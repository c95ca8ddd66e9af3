import { limits } from '@heartwood/contract/limits';
import type { Comment } from '@heartwood/contract/comments';
import { t } from '@heartwood/messages/current';
import { Ellipsis } from 'lucide-react';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { tooLong } from '#platform/form-rules.ts';
import { OnPress } from '#platform/part.tsx';
import { useMinute } from '#platform/today.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, useLeft } from '#ui/field.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedBy, type PressedBy } from '#ui/pressed-by.ts';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { saidBy } from '#features/posts/components/meta.ts';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import type { AttachedFile } from '#features/sending/logic.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { CommentMedia } from './comment-media.tsx';
import { LeavingFile } from './file-in-words.tsx';
import { useCommentChange } from '../hooks/use-comment-change.ts';

const CommentMenu = lazyPart(() => import('./comment-menu.tsx'));

/** One comment: who, what, when; edit and delete as far as one may. */
export function CommentRow({
  comment,
  postId,
  users,
  underway,
  file,
  shines = false,
  onDeleted,
}: {
  comment: Comment;
  postId: string;
  users: ReadonlyMap<string, string>;
  /** It is on its way: in words, how. */
  underway?: string;
  /** What is on its way with it. */
  file?: AttachedFile | undefined;
  /** It has just been said here. */
  shines?: boolean;
  /** Is called when it is deleted, and the focus has no place. */
  onDeleted?: () => void;
}) {
  const now = useMinute();
  const { remove } = useCommentChange(postId);
  const [editing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { author } = comment;
  const endEditing = () => {
    setEditing(false);
    focusLater(() =>
      document.activeElement === document.body ? row.current?.querySelector<HTMLElement>('button[aria-haspopup="menu"]') : null,
    );
  };
  const onDelete = () => {
    remove.mutate(comment);
    onDeleted?.();
  };
  return (
    <li
      ref={row}
      data-comment={comment.id}
      className={`flex scroll-mt-4 scroll-mb-4 gap-3 py-3.5 ${underway ? 'opacity-60' : ''} ${shines ? 'hw-shine' : ''}`}
    >
      <Avatar id={author.heartwood_id ?? author.user_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />
      <div className="min-w-0 flex-1">
        {editing ? (
          <EditComment comment={comment} postId={postId} onDone={endEditing} />
        ) : (
          <>
            <p className="whitespace-pre-line">
              <b className="me-2 font-semibold">{users.get(author.user_id ?? '') ?? author.name}</b>{' '}
              {comment.text || (comment.media && <span className="soft">{saidBy(comment.media)}</span>)}
            </p>
            {comment.media && <CommentMedia comment={comment} media={comment.media} />}
            {file && <LeavingFile file={file} />}
            <p className="mt-1 type-meta">{underway ?? agoInWords(comment.created_at, now)}</p>
          </>
        )}
      </div>
      {!editing && !underway && (
        <span className="-mt-2 -me-3 flex flex-col">
          {(comment.can.edit || comment.can.delete) && <Actions comment={comment} onEdit={() => setEditing(true)} onDelete={onDelete} />}
          {comment.media?.kind === 'audio' && <SaveButton medium={comment.media} familyId={comment.family_id} />}
        </span>
      )}
    </li>
  );
}

/** The three dots of a comment, whose menu is loaded when somebody reaches for it. */
function Actions({ comment, onEdit, onDelete }: { comment: Comment; onEdit: () => void; onDelete: () => void }) {
  const [asked, ask] = useState<PressedBy>();
  const plain = (
    <IconButton
      label={t('comments.commentActions')}
      aria-haspopup="menu"
      data-pending={asked}
      onPointerEnter={CommentMenu.soon}
      onFocus={CommentMenu.soon}
      onClick={(event) => ask(pressedBy(event))}
    >
      <Ellipsis className="icon-s" />
    </IconButton>
  );
  if (!asked) return plain;
  return (
    <OnPress fallback={plain} onFail={() => ask(undefined)}>
      <CommentMenu comment={comment} opens={asked} onEdit={onEdit} onDelete={onDelete} />
    </OnPress>
  );
}

/** The words of a comment as they are changed; whoever leaves the page is asked before they are lost. What is written while they are sent stays. */
function EditComment({ comment, postId, onDone }: { comment: Comment; postId: string; onDone: () => void }) {
  // An answer to what was sent from a field that has been closed closes no other.
  const { edit } = useCommentChange(postId);
  const field = useRef<HTMLTextAreaElement>(null);
  const { id: commentId, text: first } = comment;
  // A photo or a voice says enough.
  const mayBeEmpty = comment.media !== null;
  const [text, setText] = useState(first);
  const unsaved = useUnsaved(text.trim() !== first.trim(), { onReload: true, isOfPage: true });
  const id = useId();
  const long = tooLong(t('validation.fields.text'), text.trim(), limits.comment);
  const { shown: problem, leave } = useLeft({ errorWhenLeft: long });
  const save = (event: FormEvent) => {
    event.preventDefault();
    leave();
    const said = text.trim();
    if (long || !(said || mayBeEmpty) || edit.isPending) return;
    if (said === first) return onDone();
    edit.mutate({ id: commentId, text: said }, { onSuccess: () => field.current?.value.trim() === said && onDone() });
  };
  // Words that were changed go by their button alone.
  const byKey = ({ key }: KeyboardEvent) => key === 'Escape' && text === first && onDone();
  return (
    <form onSubmit={save} onKeyDown={byKey}>
      <textarea
        ref={field}
        aria-label={t('comments.editComment')}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onBlur={leave}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content w-full resize-none rounded-md bg-sunken px-4 py-3 leading-[1.45]"
      />
      {problem && <FieldError id={id}>{problem}</FieldError>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button small type="submit" busy={edit.isPending} disabled={text.trim() === '' && !mayBeEmpty}>
          {t('comments.save')}
        </Button>
        <Button small look="quiet" onClick={onDone}>
          {t('comments.cancel')}
        </Button>
      </div>
      <UnsavedDialog unsaved={unsaved} />
    </form>
  );
}
