import { t } from '@heartwood/messages/current';
import { Sparkles } from 'lucide-react';
import { reload, useNewVersion } from '#platform/builds.ts';
import { useOnline } from '#platform/online.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';

/** What the app has to say on any page: no network, a newer version. In the flow, never over content. */
export function Banners() {
  const online = useOnline();
  const newer = useNewVersion();
  if (online && !newer) return null;
  return (
    <div className="mb-4 grid grid-cols-1 gap-3 pt-2">
      {!online && <Banner tone="offline">{t('app.banners.offline')}</Banner>}
      {newer && (
        <Banner icon={<Sparkles className="icon-s" />} action={<BannerButton onClick={reload}>{t('app.banners.reload')}</BannerButton>}>
          {t('app.banners.newer')}
        </Banner>
      )}
    </div>
  );
}
