import { t } from '@heartwood/messages/current';
import { Download } from 'lucide-react';
import { shareInWords } from '#platform/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';
import { isUnderWay } from '../api.ts';
import type { useExport } from '../hooks/use-export.ts';

/** The export, offered before the account is deleted: start it, wait for it, or take it. */
export function ExportFirst({ exporting, onStart }: { exporting: ReturnType<typeof useExport>; onStart: () => void }) {
  const { status, address, percent, start } = exporting;
  if (status?.state === 'ready' && address)
    return (
      <QuietCard className="mt-4">
        <p>{t('export.beforeDeletion.firstReady')}</p>
        <a href={address} download className={`${buttonClass({ look: 'quiet', small: true })} mt-3 bg-surface`}>
          <Download className="icon-s" />
          <span>{t('export.beforeDeletion.firstDownload')}</span>
        </a>
      </QuietCard>
    );
  if (status && isUnderWay(status))
    return <QuietCard className="mt-4">{t('export.beforeDeletion.firstRunning', { share: shareInWords(percent / 100) })}</QuietCard>;
  return (
    <QuietCard className="mt-4">
      <p>{t('export.beforeDeletion.first')}</p>
      <Button
        small
        look="quiet"
        className="mt-3 bg-surface"
        icon={<Download className="icon-s" />}
        onClick={() => {
          onStart();
          start();
        }}
      >
        {t('export.beforeDeletion.firstStart')}
      </Button>
    </QuietCard>
  );
}
