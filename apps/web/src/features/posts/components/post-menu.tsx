import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, Heart, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { mayLeave } from '#features/downloads/logic.ts';
import { OnPress } from '#platform/part.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { PressedBy } from '#ui/pressed-by.ts';
import { useDeletePost } from '../hooks/use-delete-post.ts';
import { useHearts } from '../hooks/use-heart.ts';
import type { MenuLook } from './lazy-post-menu.tsx';

const LeaveDialog = lazyPart(() => import('#features/downloads/components/leave-dialog.tsx'));
const PostLovers = lazyPart(() => import('./post-lovers.tsx'));

/** Save and share its photos, who loves it, edit and delete, as far as one may; open at once, as it loads when it is asked for. */
export default function PostMenu({
  post,
  onGone,
  look,
  opens,
}: {
  post: Post;
  onGone?: () => Promise<void>;
  look?: MenuLook | undefined;
  opens: PressedBy;
}) {
  const navigate = useNavigate();
  const hearts = useHearts(post);
  const [asks, ask] = useState(false);
  const [leaves, leave] = useState(false);
  const [loved, showLoved] = useState(false);
  const remove = useDeletePost(() => {
    ask(false);
    return onGone?.();
  });
  return (
    <>
      <Menu
        opens={opens}
        trigger={
          <IconButton look={look} label={t('posts.postActions')}>
            <Ellipsis />
          </IconButton>
        }
      >
        {post.media.some(mayLeave) && (
          <MenuItem icon={<Download />} onClick={() => leave(true)}>
            {t('downloads.title')}
          </MenuItem>
        )}
        {hearts.count > 0 && (
          <MenuItem icon={<Heart />} onClick={() => showLoved(true)}>
            {t('posts.whoLoves')}
          </MenuItem>
        )}
        {post.can.edit && (
          <MenuItem icon={<SquarePen />} onClick={() => void navigate({ to: '/post/$id', params: { id: post.id }, search: { edit: '1' } })}>
            {t('posts.edit')}
          </MenuItem>
        )}
        {post.can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {t('posts.delete')}
          </MenuItem>
        )}
      </Menu>
      {leaves && (
        <OnPress onFail={() => leave(false)}>
          <LeaveDialog media={post.media} captions={post.captions} familyId={post.family_id} onClose={() => leave(false)} />
        </OnPress>
      )}
      {loved && (
        <OnPress onFail={() => showLoved(false)}>
          <PostLovers id={post.id} onClose={() => showLoved(false)} />
        </OnPress>
      )}
      <ConfirmDialog
        title={t('posts.deletePost.title')}
        text={t('posts.deletePost.text')}
        confirm={t('posts.deletePost.confirm')}
        keep={t('posts.deletePost.keep')}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(post.id)}
      />
    </>
  );
}
