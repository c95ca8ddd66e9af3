import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Leaving } from '../api.ts';
import { useShare } from '../hooks/use-share.ts';
import { ShareState } from './share-state.tsx';

/** Hands one medium to other apps: begins at once, and closes with their sheet. */
export default function ShareDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { sharing, hand, start } = useShare(onClose);
  const begin = useEffectEvent(() => void start(leaving));
  useEffect(() => begin(), []);
  const isRetry = sharing !== undefined && 'problem' in sharing;
  return (
    <Dialog title={t('downloads.shareTitle')} text={t('downloads.text')} closable open onOpenChange={(open) => !open && onClose()}>
      <ShareState sharing={sharing} hand={hand} />
      {isRetry && (
        <Button block look="quiet" className="mt-3" onClick={() => void start(leaving)}>
          {t('downloads.retry')}
        </Button>
      )}
    </Dialog>
  );
}
