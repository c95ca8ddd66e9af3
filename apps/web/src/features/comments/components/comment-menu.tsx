import type { Comment } from '@heartwood/contract/posts';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { words } from '../words.ts';

/** Edit and delete of a comment, as far as one may; open at once, as it loads when it is asked for. */
export default function CommentMenu({ comment, onEdit, onDelete }: { comment: Comment; onEdit: () => void; onDelete: () => void }) {
  const [asks, ask] = useState(false);
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <IconButton label={words.commentActions}>
            <Ellipsis className="icon-s" />
          </IconButton>
        }
      >
        {comment.can.edit && (
          <MenuItem icon={<SquarePen />} onClick={onEdit}>
            {words.edit}
          </MenuItem>
        )}
        {comment.can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        {...words.deleteComment}
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
