import type { Post } from '@heartwood/contract/posts';
import { lazy, Suspense } from 'react';
import type { Opened } from '#features/media/hooks/use-opened.ts';
import { language } from '#platform/language.ts';

const PostViewer = lazy(() => Promise.all([import('./post-viewer.tsx'), language.need('kept')]).then(([viewer]) => viewer));

/** The photos of a post, large; loaded when the first one is opened. */
export function LazyViewer({ post, opened }: { post: Post; opened: Opened }) {
  if (opened.index === undefined) return null;
  return (
    <Suspense>
      <PostViewer post={post} index={opened.index} onClose={opened.close} onLeave={opened.leave} />
    </Suspense>
  );
}
