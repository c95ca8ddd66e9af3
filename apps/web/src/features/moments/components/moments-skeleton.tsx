import { t } from '@heartwood/messages/current';
import { Loading, Skeleton } from '#ui/skeleton.tsx';

/** Places of moments that are being loaded. */
export function MomentsSkeleton() {
  return (
    <Loading label={t('moments.loading')} className="mt-6 grid gap-3">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-26 rounded-card" />
      ))}
    </Loading>
  );
}
