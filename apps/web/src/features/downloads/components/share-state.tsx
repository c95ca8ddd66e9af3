import { t } from '@heartwood/messages/current';
import { Share2 } from 'lucide-react';
import { shareInWords } from '#platform/formats.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import type { useShare } from '../hooks/use-share.ts';

/** How far sharing is, and the tap that a browser waits for. */
export function ShareState({ sharing, hand }: Pick<ReturnType<typeof useShare>, 'sharing' | 'hand'>) {
  if (!sharing) return null;
  if ('problem' in sharing)
    return (
      <Banner tone="error" className="mt-4">
        {sharing.problem}
      </Banner>
    );
  if ('files' in sharing)
    return (
      <Button block icon={<Share2 />} className="mt-4" onClick={() => void hand(sharing.files)}>
        {t('downloads.shareNow')}
      </Button>
    );
  return (
    <Banner className="mt-4">
      <span className="num">{t('downloads.gettingReady', { share: shareInWords(sharing.share) })}</span>
    </Banner>
  );
}
