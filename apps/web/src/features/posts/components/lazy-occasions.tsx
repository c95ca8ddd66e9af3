import { Suspense } from 'react';
import { language } from '#platform/language.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Occasions } from '../hooks/use-occasions.ts';
import { BeginStrip, BeginWithFamily } from './begin-with-family.tsx';

/** On most days there is nothing: then nothing of it is loaded. It is an extra: where it does not come, nothing is missed. */
const load = () => import('./occasions.tsx').catch(() => ({ OccasionColumn: Nothing, OccasionStrip: Nothing }));
const Column = lazyPart<Occasions>(async () => ({ default: (await load()).OccasionColumn }));
const Strip = lazyPart<Occasions>(async () => ({ default: (await load()).OccasionStrip }));
/** Where nothing comes up soon. */
const loadFurther = () =>
  Promise.all([import('#features/people/components/next-birthdays.tsx'), language.need('pages')])
    .then(([further]) => further)
    .catch(() => ({ NextBirthdays: Nothing, NextBirthdayStrip: Nothing }));
const Further = lazyPart(async () => ({ default: (await loadFurther()).NextBirthdays }));
const FurtherStrip = lazyPart(async () => ({ default: (await loadFurther()).NextBirthdayStrip }));
const Nothing = (): null => null;

/** The column beside the feed: what is coming up, and what was on this day; else birthdays further ahead, and for who is alone how a family begins. */
export function OccasionColumn(occasions: Occasions) {
  const { isEmpty, isBeginning, isPending, names } = occasions;
  if (isEmpty && (isPending || names.size === 0)) return null;
  if (isBeginning) return <BeginWithFamily />;
  return <Suspense>{isEmpty ? <Further /> : <Column {...occasions} />}</Suspense>;
}

/** The same in a row that scrolls sideways, on a phone; its place is kept until it is known what stands there, and something always does. */
export function OccasionStrip(occasions: Occasions) {
  const { isEmpty, isBeginning, isPending } = occasions;
  if (isPending) return <Waiting />;
  if (isBeginning) return <BeginStrip />;
  return <Suspense fallback={<Waiting />}>{isEmpty ? <FurtherStrip /> : <Strip {...occasions} />}</Suspense>;
}

function Waiting() {
  return (
    <div className="mt-5 flex gap-3 overflow-hidden pb-1 lg:hidden">
      <Skeleton className="h-48.5 w-53 shrink-0 rounded-[18px]" />
      <Skeleton className="h-48.5 w-41 shrink-0 rounded-[18px]" />
    </div>
  );
}
