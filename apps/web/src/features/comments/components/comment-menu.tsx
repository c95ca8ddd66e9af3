import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { PressedBy } from '#ui/pressed-by.ts';
import { EditComment } from './edit-comment.tsx';

/** Edit and delete of a comment, as far as one may; open at once, as it loads when it is asked for. */
export default function CommentMenu({
  comment,
  opens,
  onEdit,
  onDelete,
}: {
  comment: Comment;
  opens: PressedBy;
  /** Is called with the form to edit it. */
  onEdit: (form: typeof EditComment) => void;
  onDelete: () => void;
}) {
  const [asks, ask] = useState(false);
  return (
    <>
      <Menu
        opens={opens}
        trigger={
          <IconButton label={t('comments.commentActions')}>
            <Ellipsis className="icon-s" />
          </IconButton>
        }
      >
        {comment.can.edit && (
          <MenuItem icon={<SquarePen />} onClick={() => onEdit(EditComment)}>
            {t('comments.edit')}
          </MenuItem>
        )}
        {comment.can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {t('comments.delete')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={t('comments.deleteComment.title')}
        text={t('comments.deleteComment.text')}
        confirm={t('comments.deleteComment.confirm')}
        keep={t('comments.deleteComment.keep')}
        open={asks}
        onOpenChange={ask}
        onConfirm={() => {
          ask(false);
          onDelete();
        }}
      />
    </>
  );
}
