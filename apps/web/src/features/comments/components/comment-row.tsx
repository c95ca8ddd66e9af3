import type { Comment } from '@heartwood/contract/comments';
import { t } from '@heartwood/messages/current';
import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { OnPress } from '#platform/part.tsx';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedBy, type PressedBy } from '#ui/pressed-by.ts';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { saidBy } from '#features/posts/components/meta.ts';
import type { AttachedFile } from '#features/sending/logic.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { CommentMedia } from './comment-media.tsx';
import { LeavingFile } from './file-in-words.tsx';
import type { EditComment } from './edit-comment.tsx';
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
  // The form of its words comes with the menu.
  const [Editing, edit] = useState<typeof EditComment>();
  const row = useRef<HTMLLIElement>(null);
  const { author } = comment;
  const endEditing = () => {
    edit(undefined);
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
        {Editing ? (
          <Editing comment={comment} postId={postId} onDone={endEditing} />
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
      {!Editing && !underway && (
        <span className="-mt-2 -me-3 flex flex-col">
          {(comment.can.edit || comment.can.delete) && (
            <Actions comment={comment} onEdit={(form) => edit(() => form)} onDelete={onDelete} />
          )}
          {comment.media?.kind === 'audio' && <SaveButton medium={comment.media} familyId={comment.family_id} />}
        </span>
      )}
    </li>
  );
}

/** The three dots of a comment, whose menu is loaded when somebody reaches for it. */
function Actions({ comment, onEdit, onDelete }: { comment: Comment; onEdit: (form: typeof EditComment) => void; onDelete: () => void }) {
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
