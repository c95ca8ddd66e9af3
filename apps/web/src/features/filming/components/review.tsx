import { t } from '@heartwood/messages/current';
import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { AttachedFile } from '#features/sending/logic.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { uploads, useUploads } from '#features/uploads/state.ts';
import { addressOf } from '#platform/addresses.ts';
import { useOnline } from '#platform/online.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useObjectUrl } from '#ui/photo-picker.tsx';
import type { Why } from '../hooks/use-take.ts';
import { canBeTrimmed, isWhole, wholeOf, type Part } from '../logic.ts';
import { DropDialog } from './drop-dialog.tsx';
import { FilmPlayer } from './film-player.tsx';
import { Trim } from './trim.tsx';

/** The film as it has become, while it is being uploaded: look at it, take away its beginning or end, make it anew, go on to sharing. */
export function Review({
  film,
  keeps,
  why,
  onTrim,
  onShare,
  onRetake,
  onLeave,
}: {
  film: AttachedFile;
  /** This device could keep it. */
  keeps: boolean;
  why: Why | undefined;
  /** What remains of it; undefined is all of it. */
  onTrim: (part: Part | undefined) => void;
  onShare: () => void;
  onRetake: () => void;
  onLeave: () => void;
}) {
  const upload = useUploads().find(({ key }) => key === film.key);
  const local = useObjectUrl(upload?.file);
  const src = local ?? addressOf(film.media?.variants['video']?.path);
  const [asks, ask] = useState(false);
  const [whole, setWhole] = useState<Part>();
  const part = film.trim ?? whole;
  return (
    <FlowPage
      card
      title={<h1>{t('filming.review.title')}</h1>}
      back={
        <IconButton label={t('filming.close')} onClick={onLeave}>
          <X />
        </IconButton>
      }
      action={
        <>
          <Button look="quiet" icon={<RotateCcw className="icon-s" />} onClick={() => ask(true)}>
            {t('filming.review.retake')}
          </Button>
          <Button onClick={onShare}>{t('filming.review.next')}</Button>
        </>
      }
    >
      {why === 'unplugged' && <Banner className="mb-4">{t('filming.review.unplugged')}</Banner>}
      {why === 'full' && <Banner className="mb-4">{t('filming.review.full')}</Banner>}
      {src ? (
        <FilmPlayer src={src} label={t('filming.review.play')} part={part} onLength={(seconds) => setWhole(wholeOf(seconds))} />
      ) : (
        <p className="soft">{t('filming.review.gone')}</p>
      )}
      {whole && part && canBeTrimmed(whole) && (
        <Trim whole={whole} part={part} onChange={(next) => onTrim(isWhole(next, whole) ? undefined : next)} />
      )}
      <HowFar film={film} keeps={keeps} upload={upload} />
      <DropDialog
        open={asks}
        onKeep={() => ask(false)}
        onDrop={() => {
          ask(false);
          onRetake();
        }}
      />
    </FlowPage>
  );
}

/** How far the upload is. */
function HowFar({ film, keeps, upload }: { film: AttachedFile; keeps: boolean; upload: Upload | undefined }) {
  const online = useOnline();
  const state = film.media ? 'done' : (upload?.state.state ?? 'waiting');
  if (upload?.state.state === 'failed' && !uploads.isLost(film.key))
    return (
      <Banner
        tone="error"
        className="mt-4"
        action={upload.retryable && <BannerButton onClick={() => uploads.retry(film.key)}>{t('filming.review.again')}</BannerButton>}
      >
        {t('filming.review.failed', { reason: t(upload.state.reason) })}
      </Banner>
    );
  return (
    <p role="status" className="mt-4 type-meta">
      {state === 'done'
        ? t('filming.review.arrived')
        : !online || state === 'failed'
          ? t(keeps ? 'filming.review.waiting' : 'posts.draftNotKept')
          : t('filming.review.uploading')}
    </p>
  );
}
