import { lazy, Suspense, type ComponentType } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Occasions } from '../hooks/use-occasions.ts';

/** On most days there is nothing: then nothing of it is loaded. It is an extra: where it does not come, nothing is missed. */
const load = () => import('./occasions.tsx').catch(() => ({ OccasionColumn: Nothing, OccasionStrip: Nothing }));
const Column = lazy(() => load().then(({ OccasionColumn }) => ({ default: OccasionColumn })));
const Strip = lazy(() => load().then(({ OccasionStrip }) => ({ default: OccasionStrip })));
const Nothing: ComponentType<Occasions> = () => null;

/** The column beside the feed: what is coming up, and what was on this day. */
export function OccasionColumn(occasions: Occasions) {
  return (
    !occasions.isEmpty && (
      <Suspense>
        <Column {...occasions} />
      </Suspense>
    )
  );
}

/** The same in a row that scrolls sideways, on a phone; its place is kept until it is known what stands there. */
export function OccasionStrip(occasions: Occasions) {
  if (occasions.isPending) return <Waiting />;
  return (
    !occasions.isEmpty && (
      <Suspense fallback={<Waiting />}>
        <Strip {...occasions} />
      </Suspense>
    )
  );
}

function Waiting() {
  return (
    <div className="mt-5 flex gap-3 overflow-hidden pb-1 lg:hidden">
      <Skeleton className="h-48.5 w-53 shrink-0 rounded-[18px]" />
      <Skeleton className="h-48.5 w-41 shrink-0 rounded-[18px]" />
    </div>
  );
}
