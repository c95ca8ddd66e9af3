import { t } from '@heartwood/messages/current';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { TileSkeletons } from './tile.tsx';

/** In place of treasures that are being loaded: as many tiles as are expected; where that has failed, why, and another try. */
export function TreasuresWaiting({ isError, retry, tiles }: { isError: boolean; retry: () => void; tiles: number }) {
  if (isError)
    return (
      <Banner tone="error" action={<BannerButton onClick={retry}>{t('treasures.retry')}</BannerButton>}>
        {t('treasures.failed')}
      </Banner>
    );
  return (
    <Loading label={t('treasures.loading')}>
      <TileSkeletons count={tiles} />
    </Loading>
  );
}
