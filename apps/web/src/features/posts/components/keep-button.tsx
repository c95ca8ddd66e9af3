import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Gem } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';

const KeepDialog = lazy(() => import('./keep-dialog.tsx'));

/** Keeps a post on a shelf of the treasures, or takes it off: filled where it is on one. Nothing where one may not. */
export function KeepButton({ post, look, className = 'text-ink-2' }: { post: Post; look?: 'glass'; className?: string }) {
  const [chooses, choose] = useState(false);
  if (!post.can.keep) return null;
  const isKept = post.subcategory_id !== null;
  return (
    <>
      <IconButton
        look={look}
        label={t('posts.keep')}
        aria-haspopup="dialog"
        aria-pressed={isKept}
        data-pending={chooses || undefined}
        onClick={() => choose(true)}
        className={isKept && !look ? `${className} text-fir` : className}
      >
        <Gem className={isKept ? 'fill-current/25' : ''} />
      </IconButton>
      {chooses && (
        <Suspense>
          <KeepDialog post={post} onClose={() => choose(false)} />
        </Suspense>
      )}
    </>
  );
}
