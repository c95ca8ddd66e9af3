import type { Post } from '@heartwood/contract/posts';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';

const SharedMoment = lazyPart(() => import('./shared-moment.tsx'));

/** A moment that was shared, in a list or on its page: most posts are none. */
export function LazyMoment({ post, title, className }: { post: Post; title: string; className: string }) {
  return (
    <div className={className}>
      <Suspense fallback={<MomentFrame title={title} people={post.people.length} />}>
        <SharedMoment post={post} title={title} />
      </Suspense>
    </div>
  );
}

/**
 * The card on resin: the rings, the title, the ages. What is not known yet has its room, so that nothing moves when it comes: one place for the
 * rings of all, and a line for each of the `people`.
 */
export function MomentFrame({ title, people, rings, ages }: { title: string; people: number; rings?: ReactNode; ages?: ReactNode }) {
  return (
    <div className="flex min-h-27 items-center gap-4 rounded-card bg-resin-soft py-3.5 pe-5 ps-4">
      <span className="flex size-15 shrink-0 flex-wrap content-center justify-center gap-1 text-resin-fill">{rings}</span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="type-heading text-[1.3125rem]">{title}</p>
        {ages ?? Array.from({ length: Math.max(1, people) }, (_, line) => <div key={line} className="mt-1 h-[1.4em] type-label" />)}
      </div>
    </div>
  );
}
