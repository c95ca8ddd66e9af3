import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { language } from '#platform/language.ts';
import { OnPress } from '#platform/part.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { pressedBy, type PressedBy } from '#ui/pressed-by.ts';
import { useHearts } from '../hooks/use-heart.ts';

/** A plain button on the page, or one on a photo. */
export type MenuLook = 'plain' | 'glass';

const PostMenu = lazyPart(async () => {
  const [menu] = await Promise.all([import('./post-menu.tsx'), language.need('kept')]);
  return menu;
});

/** What may be done with a post and its photos, and who loves it, behind three dots; loaded when somebody reaches for it. Nothing where there is nothing to do. */
export function LazyPostMenu({ post, onGone, look }: { post: Post; onGone?: () => Promise<void>; look?: MenuLook }) {
  const [asked, ask] = useState<PressedBy>();
  const hearts = useHearts(post);
  if (!post.can.edit && !post.can.delete && hearts.count === 0 && post.media.length === 0) return null;
  const plain = (
    <IconButton
      look={look}
      label={t('posts.postActions')}
      aria-haspopup="menu"
      data-pending={asked}
      onPointerEnter={PostMenu.soon}
      onFocus={PostMenu.soon}
      onClick={(event) => ask(pressedBy(event))}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!asked) return plain;
  return (
    <OnPress fallback={plain} onFail={() => ask(undefined)}>
      <PostMenu post={post} look={look} opens={asked} {...(onGone ? { onGone } : {})} />
    </OnPress>
  );
}
