import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Gem } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { useMovePosts } from '../hooks/use-move-posts.ts';

const ShelfPicker = lazy(() => import('#features/treasures/components/shelf-picker.tsx').then((file) => ({ default: file.ShelfPicker })));

/** Keeps a post on a shelf of the treasures, or takes it off: filled where it is on one. Nothing where one may not. */
export function KeepButton({ post, look, className = 'text-ink-2' }: { post: Post; look?: 'glass'; className?: string }) {
  const [chooses, choose] = useState(false);
  const move = useMovePosts();
  if (!post.can.keep) return null;
  const isKept = post.subcategory_id !== null;
  return (
    <>
      <IconButton
        look={look}
        label={t('posts.keep')}
        aria-haspopup="dialog"
        aria-pressed={isKept}
        onClick={() => choose(true)}
        className={isKept && !look ? `${className} text-fir` : className}
      >
        <Gem className={isKept ? 'fill-current/25' : ''} />
      </IconButton>
      {chooses && (
        <Suspense>
          <ShelfPicker
            chosen={post.subcategory_id}
            busy={move.isPending}
            onChoose={(shelfId) => move.mutate({ ids: [post.id], shelfId }, { onSuccess: () => choose(false) })}
            onClose={() => choose(false)}
          />
        </Suspense>
      )}
    </>
  );
}
