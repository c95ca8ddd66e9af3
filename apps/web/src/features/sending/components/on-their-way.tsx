import { lazy, Suspense } from 'react';
import { useOutgoing } from '../state.ts';

/** Mostly nothing is on its way: then nothing of it is loaded. */
const OutgoingCard = lazy(() => import('./outgoing-card.tsx'));

/** Posts that have been written here and have not left yet, where they will stand. */
export function OnTheirWay() {
  const posts = useOutgoing();
  return (
    <Suspense>
      {posts.toReversed().map((post) => (
        <OutgoingCard key={post.id} post={post} />
      ))}
    </Suspense>
  );
}
