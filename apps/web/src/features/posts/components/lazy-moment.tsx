import type { Post } from '@heartwood/contract/posts';
import { lazy, Suspense } from 'react';

const SharedMoment = lazy(() => import('./shared-moment.tsx'));

/** A moment that was shared, in a list or on its page: most posts are none. */
export function LazyMoment({ post, title, className }: { post: Post; title: string; className: string }) {
  return (
    <div className={className}>
      <Suspense fallback={<p className="min-h-24 rounded-card bg-resin-soft px-5 py-3.5 type-heading">{title}</p>}>
        <SharedMoment post={post} title={title} />
      </Suspense>
    </div>
  );
}
