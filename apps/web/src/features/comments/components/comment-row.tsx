import { limits } from '@heartwood/contract/limits';
import type { Comment } from '@heartwood/contract/comments';
import { t } from '@heartwood/messages/current';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useId, useState, type FormEvent } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { tooLong } from '#platform/form-rules.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, useLeft } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedBy, type PressedBy } from '#ui/pressed-by.ts';
import { saidBy } from '#features/posts/components/meta.ts';
import { CommentMedia } from './comment-media.tsx';
import { useCommentChange } from '../hooks/use-comment-change.ts';

const load = () => import('./comment-menu.tsx');
const CommentMenu = lazy(load);

/** One comment: who, what, when; edit and delete as far as one may. */
export function CommentRow({
  comment,
  postId,
  users,
  underway,
  shines = false,
}: {
  comment: Comment;
  postId: string;
  users: ReadonlyMap<string, string>;
  /** It is on its way: in words, how. */
  underway?: string;
  /** It has just been said here. */
  shines?: boolean;
}) {
  const now = useMinute();
  const { edit, remove } = useCommentChange(postId);
  const [editing, setEditing] = useState(false);
  const [asked, ask] = useState<PressedBy>();
  const { author } = comment;
  const startEditing = () => {
    setEditing(true);
    // The menu opens as it loads: the next time it begins anew.
    ask(undefined);
  };
  const plain = (
    <IconButton
      label={t('comments.commentActions')}
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onClick={(event) => ask(pressedBy(event))}
    >
      <Ellipsis className="icon-s" />
    </IconButton>
  );
  return (
    <li
      data-comment={comment.id}
      className={`flex scroll-mt-4 scroll-mb-26 gap-3 py-3.5 ${underway ? 'opacity-60' : ''} ${shines ? 'hw-shine' : ''}`}
    >
      <Avatar id={author.heartwood_id ?? author.user_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />
      <div className="min-w-0 flex-1">
        {editing ? (
          <EditComment
            text={comment.text}
            mayBeEmpty={comment.media !== null}
            onCancel={() => setEditing(false)}
            onSave={(text) => {
              setEditing(false);
              if (text !== comment.text) edit.mutate({ id: comment.id, text });
            }}
          />
        ) : (
          <>
            <p className="whitespace-pre-line">
              <b className="me-2 font-semibold">{users.get(author.user_id ?? '') ?? author.name}</b>
              {comment.text || (comment.media && <span className="soft">{saidBy(comment.media)}</span>)}
            </p>
            {comment.media && <CommentMedia comment={comment} media={comment.media} />}
            <p className="mt-1 type-meta">{underway ?? agoInWords(comment.created_at, now)}</p>
          </>
        )}
      </div>
      {!editing && !underway && (comment.can.edit || comment.can.delete) && (
        <span className="-mt-2 -me-3">
          {asked ? (
            <Suspense fallback={plain}>
              <CommentMenu comment={comment} opens={asked} onEdit={startEditing} onDelete={() => remove.mutate(comment)} />
            </Suspense>
          ) : (
            plain
          )}
        </span>
      )}
    </li>
  );
}

function EditComment({
  text: first,
  mayBeEmpty,
  onSave,
  onCancel,
}: {
  text: string;
  /** There is a photo or a voice that says enough. */
  mayBeEmpty: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(first);
  const id = useId();
  const long = tooLong(t('validation.fields.text'), text.trim(), limits.comment);
  const { shown: problem, leave } = useLeft({ errorWhenLeft: long });
  const save = (event: FormEvent) => {
    event.preventDefault();
    leave();
    if (!long && (text.trim() || mayBeEmpty)) onSave(text.trim());
  };
  return (
    <form onSubmit={save} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <textarea
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
        <Button small type="submit" disabled={text.trim() === '' && !mayBeEmpty}>
          {t('comments.save')}
        </Button>
        <Button small look="quiet" onClick={onCancel}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  );
}
