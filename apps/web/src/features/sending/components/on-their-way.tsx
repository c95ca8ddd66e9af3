import { lazy, Suspense, useSyncExternalStore } from 'react';
import { outbox } from '../state.ts';

/** Mostly nothing is on its way: then nothing of it is loaded. */
const OutgoingCard = lazy(() => import('./outgoing-card.tsx'));

/** The posts on their way from this device. */
export const useOutgoing = () => useSyncExternalStore(outbox.subscribe, outbox.list, outbox.list);

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
