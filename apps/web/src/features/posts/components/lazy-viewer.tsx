import type { Post } from '@heartwood/contract/posts';
import { lazy, Suspense } from 'react';

const PostViewer = lazy(() => import('./post-viewer.tsx'));

/** The photos of a post, large; loaded when the first one is opened. `index` undefined is closed. */
export function LazyViewer({ post, index, onClose }: { post: Post; index: number | undefined; onClose: () => void }) {
  if (index === undefined) return null;
  return (
    <Suspense>
      <PostViewer post={post} index={index} onClose={onClose} />
    </Suspense>
  );
}
