import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { actionClass, HeartButton } from '#ui/heart-button.tsx';
import { useHeart, useHearts } from '../hooks/use-heart.ts';
import { KeepButton } from './keep-button.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** One came to say something: the cursor stands in the field. */
    writes?: boolean;
  }
}

/** What is done under a post of a list: love it, go to its comments, keep it. `end` stands behind that. */
export function PostActions({ post, end }: { post: Post; end?: ReactNode }) {
  const hearts = useHearts(post);
  const heart = useHeart(post.id);
  return (
    <div className="-mx-2.5 mt-2.5 flex items-center gap-1.5">
      <HeartButton loved={hearts.mine} count={hearts.count} onChange={heart.mutate} />
      <Link
        to="/post/$id"
        params={{ id: post.id }}
        hash="comments"
        state={{ writes: true }}
        aria-label={t('posts.comments', { count: post.comment_count })}
        className={actionClass}
      >
        <MessageCircle className="size-6" />
        {post.comment_count > 0 && <span className="num">{post.comment_count}</span>}
      </Link>
      <div className="ms-auto flex">
        <KeepButton post={post} />
        {end}
      </div>
    </div>
  );
}
