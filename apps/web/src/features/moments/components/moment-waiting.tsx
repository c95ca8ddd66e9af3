import { t } from '@heartwood/messages/current';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';

/** In place of a moment that is being loaded; where that has failed, why, and another try. */
export function MomentWaiting({ isError, retry }: { isError: boolean; retry: () => unknown }) {
  if (isError)
    return (
      <Banner tone="error" action={<BannerButton onClick={() => void retry()}>{t('moments.retry')}</BannerButton>}>
        {t('moments.failed')}
      </Banner>
    );
  return <MomentLoading />;
}

/** In place of what is drawn once all of it is known. */
export function MomentLoading() {
  return (
    <Loading label={t('moments.loading')}>
      <PostSkeleton />
    </Loading>
  );
}
