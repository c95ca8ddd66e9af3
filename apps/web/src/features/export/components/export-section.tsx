import type { PlainKey } from '@heartwood/messages/translate';
import type { ExportFailure } from '@heartwood/contract/export';
import { t } from '@heartwood/messages/current';
import type { ExportStatus } from '@heartwood/contract/export';
import { Download } from 'lucide-react';
import { PasswordForm } from '#features/accounts/components/password-form.tsx';
import { shareInWords, sizeInWords } from '#platform/formats.ts';
import { dayInWords } from '#platform/dates.ts';
import { NotLoaded } from '#platform/not-loaded.tsx';
import { today } from '#platform/today.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Loading, SkeletonOf } from '#ui/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import type { useExport } from '../hooks/use-export.ts';

/** Why there is no archive. */
const exportFailureMessages = {
  'no-room': 'export.failures.no-room',
  'taken-back': 'export.failures.taken-back',
  'gave-up': 'export.failures.gave-up',
} as const satisfies Record<ExportFailure, PlainKey>;

/** How it stands for whoever has taken nothing along yet. */
const none: ExportStatus = {
  state: null,
  progress: 0,
  path: null,
  size: null,
  reason: null,
  started_at: null,
  ready_at: null,
  ends_at: null,
};

/** Taking everything along: start it, see how far it is, fetch the archive. */
export function ExportSection({ exporting }: { exporting: ReturnType<typeof useExport> }) {
  const { status, isMissing, retry, asking, ask, start } = exporting;
  return (
    <Section id="export" title={t('export.title')}>
      {status ? (
        <Card pad className="mt-3">
          <Stand status={status} exporting={exporting} />
        </Card>
      ) : isMissing ? (
        <NotLoaded className="mt-3" onRetry={retry}>
          {t('export.lost')}
        </NotLoaded>
      ) : (
        <Loading label={t('export.loading')} className="mt-3">
          <SkeletonOf>
            <Card pad>
              <Stand status={none} exporting={exporting} />
            </Card>
          </SkeletonOf>
        </Loading>
      )}
      <Dialog title={t('export.sure')} text={t('export.sureText')} open={asking} onOpenChange={ask}>
        <PasswordForm
          submit={t('export.confirm')}
          cancel={t('export.not')}
          onConfirmed={() => {
            ask(false);
            start();
          }}
          onCancel={() => ask(false)}
        />
      </Dialog>
    </Section>
  );
}

function Stand({
  status,
  exporting: { busy, start, percent, address },
}: {
  status: ExportStatus;
  exporting: ReturnType<typeof useExport>;
}) {
  const retryButton = (text: string) => (
    <Button look="quiet" className="mt-4" busy={busy} onClick={start}>
      {text}
    </Button>
  );
  switch (status.state) {
    case 'queued':
    case 'running':
      return (
        <>
          <h3 className="type-label text-body">{t('export.running')}</h3>
          <p className="num type-meta">
            {status.state === 'queued' ? t('export.waiting') : t('export.done', { share: shareInWords(percent / 100) })}
          </p>
          <div
            role="progressbar"
            aria-label={t('export.bar')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <i
              className="block h-full rounded-full bg-fir transition-[width] duration-[var(--hw-dur-3)]"
              style={{ width: `${percent}%` }}
            />
          </div>
          <p className="mt-3 type-meta">{t('export.leave')}</p>
        </>
      );
    case 'ready':
      return (
        <>
          <h3 className="type-label text-body">{t('export.ready')}</h3>
          <p className="mt-1 soft">
            {t('export.readyText', { size: sizeInWords(status.size ?? 0), day: dayInWords(today(new Date(status.ends_at ?? 0))) })}
          </p>
          <div className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
            <a href={address} download className={buttonClass({ look: 'quiet' })}>
              <Download className="icon-s" />
              <span>{t('export.download')}</span>
            </a>
            <Button flush look="text" busy={busy} onClick={start}>
              {t('export.another')}
            </Button>
          </div>
        </>
      );
    case 'failed':
      return (
        <>
          <h3 className="type-label text-body">{t('export.failed')}</h3>
          <p className="mt-1 soft">{status.reason && t(exportFailureMessages[status.reason])}</p>
          {retryButton(t('export.again'))}
        </>
      );
    default:
      return (
        <>
          <h3 className="type-label text-body">{t('export.heading')}</h3>
          <p className="mt-1 soft">{t('export.text')}</p>
          {retryButton(t('export.start'))}
        </>
      );
  }
}
