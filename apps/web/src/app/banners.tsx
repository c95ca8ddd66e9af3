import { t } from '@heartwood/messages/current';
import { createAtom, useSelector } from '@tanstack/react-store';
import { Sparkles } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { reload, useNewVersion } from '#platform/builds.ts';
import { useOnline } from '#platform/online.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Place } from '#ui/place.tsx';

// [Note: Banners move nothing]
// What the app has to say when a page opens stands in its flow, under its head, and keeps its place for as long as the page is there, also
// when it is over. What comes later stands at the foot of the screen, where messages stand, until another page opens. So nothing moves from
// under a finger (decision 075).

/** Which banners the page that is open has a place for. */
const nowhere = { offline: false, newer: false };
const inFlow = createAtom(nowhere);

/** What the app has to say on any page as it opens: no network, a newer version. */
export function Banners() {
  const online = useOnline();
  const newer = useNewVersion();
  const [placed] = useState({ offline: !online, newer });
  useLayoutEffect(() => inFlow.set(placed), [placed]);
  // A page that is hidden while a part of it comes keeps its places; only one that goes gives them up, unless the next has its own by then.
  useEffect(() => () => inFlow.set((now) => (now === placed ? nowhere : now)), [placed]);
  if (!placed.offline && !placed.newer) return null;
  return (
    <div className="mb-4 grid grid-cols-1 gap-3 pt-2">
      {placed.offline && <Network online={online} />}
      {placed.newer && <Newer />}
    </div>
  );
}

/** What has come up since the page was opened, over its foot; undefined where there is nothing. */
export function useLateBanners() {
  const placed = useSelector(inFlow);
  // What is drawn together with the first page knows only afterwards which places that has.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const isOffline = !useOnline() && !placed.offline;
  const isNewer = useNewVersion() && !placed.newer;
  if (!isDrawn || (!isOffline && !isNewer)) return undefined;
  return (
    <>
      {isOffline && <Banner tone="offline">{t('app.banners.offline')}</Banner>}
      {isNewer && <Newer />}
    </>
  );
}

/** No network, or that there is one again, in the same place. */
function Network({ online }: { online: boolean }) {
  return (
    <Place over={online} className="grid">
      <Banner tone={online ? 'saved' : 'offline'}>{online ? t('app.banners.back') : t('app.banners.offline')}</Banner>
    </Place>
  );
}

function Newer() {
  return (
    <Banner icon={<Sparkles className="icon-s" />} action={<BannerButton onClick={reload}>{t('app.banners.reload')}</BannerButton>}>
      {t('app.banners.newer')}
    </Banner>
  );
}
