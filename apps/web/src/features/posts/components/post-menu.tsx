import type { Post } from '@heartwood/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useDeletePost } from '../api.ts';
import { words } from '../words.ts';

/** Edit and delete, as far as one may; open at once, as it loads when it is asked for. */
export default function PostMenu({ post, onGone }: { post: Post; onGone?: () => void }) {
  const navigate = useNavigate();
  const [asks, ask] = useState(false);
  const remove = useDeletePost(() => {
    ask(false);
    onGone?.();
  });
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <IconButton label={words.postActions}>
            <Ellipsis />
          </IconButton>
        }
      >
        {post.can.edit && (
          <MenuItem icon={<SquarePen />} onClick={() => void navigate({ to: '/post/$id', params: { id: post.id }, search: { edit: '1' } })}>
            {words.edit}
          </MenuItem>
        )}
        {post.can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {words.delete}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        {...words.deletePost}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(post.id)}
      />
    </>
  );
}
