import { currentLanguage, t } from '@heartwood/messages/current';
import { shareIn, speedIn } from '@heartwood/messages/formats';
import type { PlainKey } from '@heartwood/messages/translate';
import { Check, Clock, OctagonAlert, Pause, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** How an upload is. `share` from 0 to 1; `speed` in bytes a second; `reason` why it failed, the key of a message. */
export type UploadState =
  | { state: 'waiting' }
  | { state: 'checking'; share: number }
  | { state: 'uploading'; share: number; speed?: number }
  | { state: 'paused'; share: number }
  | { state: 'failed'; reason: PlainKey }
  | { state: 'done' };

/** A file on its way: its picture under a veil with ring and per cent, a clock, or the reason; a white tick when it is there. */
export function UploadTile({
  name,
  src,
  icon,
  upload,
  preparing = false,
  onRetry,
  onRemove,
  className,
}: {
  /** The file's name; for screen readers. */
  name: string;
  /** A picture of it, where there is one. */
  src?: string | undefined;
  /** What kind of file it is, where there is no picture of it. */
  icon?: ReactNode;
  upload: UploadState;
  /** It is there, and sizes of it are being made. */
  preparing?: boolean;
  onRetry?: () => void;
  onRemove?: () => void;
  className?: string;
}) {
  const isEnd = upload.state === 'failed' || (upload.state === 'done' && !preparing);
  return (
    <div className={cx('@container relative aspect-square overflow-hidden rounded-[14px] bg-sunken', className)}>
      {src && <img src={src} alt="" className="size-full object-cover" />}
      {!src && icon && upload.state === 'done' && (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 px-2 pb-7 text-center text-meta leading-tight text-ink-2">
          {icon}
          <span className="line-clamp-1 w-full break-all" aria-hidden="true">
            {name}
          </span>
        </span>
      )}
      <span className="sr-only">{!isEnd && statusOf(name, upload, preparing)}</span>
      {/* Of what is on its way the end alone is announced: many files at once would not let anybody hear anything else. */}
      <span className="sr-only" role="status">
        {isEnd && statusOf(name, upload, preparing)}
      </span>
      <Progress upload={upload} onRetry={onRetry} />
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('ui.upload.remove', { name })}
          className="ring-on-photo absolute top-0 end-0 flex size-hit items-center justify-center"
        >
          <span className="glass flex size-7 items-center justify-center rounded-full">
            <X className="size-4" />
          </span>
        </button>
      )}
    </div>
  );
}

/** What lies over the picture: ring, per cent and speed; a sign; the reason; or the tick. */
function Progress({ upload, onRetry }: { upload: UploadState; onRetry: (() => void) | undefined }) {
  switch (upload.state) {
    case 'uploading':
      return <Uploading share={upload.share} speed={upload.speed} />;
    case 'checking':
      return (
        <Veil>
          <Clock />
          <span aria-hidden="true">{t('ui.upload.lookingAtIt')}</span>
        </Veil>
      );
    case 'paused':
      return (
        <Veil>
          <Pause />
          <span aria-hidden="true">{t('ui.upload.paused')}</span>
        </Veil>
      );
    case 'waiting':
      return (
        <Veil>
          <Clock />
          <span aria-hidden="true">{t('ui.upload.waiting')}</span>
        </Veil>
      );
    case 'failed':
      return (
        <Veil bad>
          <OctagonAlert />
          <span aria-hidden="true">{t(upload.reason)}</span>
          {onRetry && (
            <button type="button" onClick={onRetry} className="min-h-hit px-2 underline focus-visible:outline-white">
              {t('ui.tryAgain')}
            </button>
          )}
        </Veil>
      );
    case 'done':
      return (
        <span className="absolute end-2 bottom-2 flex size-[26px] items-center justify-center rounded-full bg-white text-[#1f5443]">
          <Check className="icon-s stroke-[2.4]" />
        </span>
      );
  }
}

function Uploading({ share, speed }: { share: number; speed: number | undefined }) {
  return (
    <Veil>
      <svg viewBox="0 0 36 36" className="size-9 -rotate-90" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
        <circle cx="18" cy="18" r="15" opacity=".3" />
        <circle cx="18" cy="18" r="15" strokeLinecap="round" strokeDasharray={`${share * 94.2} 94.2`} />
      </svg>
      <span className="num" aria-hidden="true">
        {shareIn(currentLanguage.forIntl(), share)}
      </span>
      {speed !== undefined && (
        // Where the tick comes: what stands at the other corners is a button.
        <span
          className="absolute end-2 bottom-[15px] hidden num text-[.75rem] leading-none font-normal @min-[100px]:block"
          aria-hidden="true"
        >
          {speedInWords(speed)}
        </span>
      )}
    </Veil>
  );
}

function Veil({ bad, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'absolute inset-0 flex flex-col items-center justify-center gap-1.5 p-2 text-center text-meta leading-tight font-semibold text-white',
        bad ? 'bg-[rgb(90_26_6/.78)]' : 'bg-[rgb(20_14_10/.6)]',
      )}
    >
      {children}
    </div>
  );
}

/** '1.2 MB/s', '340 kB/s' */
const speedInWords = (bytes: number): string => speedIn(currentLanguage.forIntl(), Math.max(1_000, bytes));

function statusOf(name: string, upload: UploadState, preparing: boolean): string {
  switch (upload.state) {
    case 'waiting':
      return t('ui.upload.status.waiting', { name });
    case 'checking':
      return t('ui.upload.status.checking', { name });
    case 'paused':
      return t('ui.upload.status.paused', { name });
    case 'uploading':
      return t('ui.upload.status.uploading', { name, share: shareIn(currentLanguage.forIntl(), upload.share) });
    case 'failed':
      return t('ui.upload.status.failed', { name, reason: t(upload.reason) });
    case 'done':
      return preparing ? t('ui.upload.status.preparing', { name }) : t('ui.upload.status.done', { name });
  }
}
