import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Check, FileText, Mic } from 'lucide-react';
import { useState } from 'react';
import { isSettled, photoOf } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useSave } from '../hooks/use-save.ts';
import { useShare } from '../hooks/use-share.ts';
import { hasOriginal, mayLeave, mayPrint, sharesFiles } from '../logic.ts';
import { PrintPhotos } from './print-photos.tsx';
import { ShareState } from './share-state.tsx';

/** Saves, shares and prints what belongs to a post: all of it, or what is chosen. */
export default function LeaveDialog({
  media,
  captions,
  familyId,
  onClose,
}: {
  media: readonly Media[];
  captions: Readonly<Record<string, string>>;
  familyId: string;
  onClose: () => void;
}) {
  const all = media.filter(mayLeave);
  const later = media.filter((one) => !isSettled(one) && !mayLeave(one)).length;
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const [prints, print] = useState(false);
  const { save, isSaving } = useSave();
  const { sharing, hand, start, stop } = useShare((handed) => handed === 'shared' && onClose());
  const chosen = all.filter(({ id }) => !left.has(id));
  const photos = chosen.flatMap(({ id, kind, variants }) => {
    const src = addressOf(variants['large']?.path);
    return kind === 'image' && src ? [{ id, src, text: captions[id] ?? '' }] : [];
  });
  const count = chosen.length;
  const leaving = { ids: chosen.map(({ id }) => id), familyId };
  const isShared = sharesFiles();
  const isBusy = sharing !== undefined && 'share' in sharing;
  const choose = (to: (before: ReadonlySet<string>) => Iterable<string>) => {
    stop();
    leave((before) => new Set(to(before)));
  };
  const toggle = (id: string) => choose((before) => (before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const originals = { ...leaving, original: true };
  return (
    <Dialog title={t('downloads.title')} text={t('downloads.text')} closable wide open onOpenChange={(open) => !open && onClose()}>
      {all.length > 1 && (
        <>
          <Choices all={all} left={left} onToggle={toggle} />
          <Button small flush look="text" className="mt-2" onClick={() => choose(() => (count === 0 ? [] : all.map(({ id }) => id)))}>
            {count === 0 ? t('downloads.all') : t('downloads.none')}
          </Button>
        </>
      )}
      {later > 0 && <p className="mt-3 type-meta">{t('downloads.later', { count: later })}</p>}
      <ShareState sharing={sharing} hand={hand} />
      <div className="mt-4 grid gap-2">
        {isShared && (
          <Button block disabled={count === 0} busy={isBusy} onClick={() => void start(leaving)}>
            {t('downloads.share', { count })}
          </Button>
        )}
        <Button
          block
          look={isShared ? 'quiet' : 'filled'}
          disabled={count === 0}
          busy={isSaving(leaving)}
          onClick={() => save(leaving, { onSuccess: onClose })}
        >
          {t('downloads.save', { count })}
        </Button>
        {photos.length > 0 && mayPrint() && (
          <Button block look="quiet" busy={prints} onClick={() => print(true)}>
            {t('downloads.print')}
          </Button>
        )}
        {count > 0 && chosen.every(hasOriginal) && (
          <Button block look="text" busy={isSaving(originals)} onClick={() => save(originals, { onSuccess: onClose })}>
            {t('downloads.originals', { count })}
          </Button>
        )}
      </div>
      {prints && <PrintPhotos photos={photos} onDone={() => print(false)} />}
    </Dialog>
  );
}

/** What there is to choose from, as small pictures. */
function Choices({ all, left, onToggle }: { all: readonly Media[]; left: ReadonlySet<string>; onToggle: (id: string) => void }) {
  return (
    <div role="group" aria-label={t('downloads.which')} className="mt-4 grid grid-cols-4 gap-1.5 sm:grid-cols-6">
      {all.map(({ id, kind, variants, filename }, index) => {
        const isChosen = !left.has(id);
        const thumb = addressOf(variants['thumb']?.path);
        const name = kind === 'image' || kind === 'video' ? photoOf(index, all.length, kind === 'video') : filename;
        return (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-pressed={isChosen}
            onClick={() => onToggle(id)}
            className="relative aspect-square overflow-hidden rounded-sm bg-sunken"
          >
            {thumb ? (
              <img src={thumb} alt="" loading="lazy" className={`size-full object-cover ${isChosen ? '' : 'opacity-45'}`} />
            ) : (
              <span className="grid size-full place-content-center text-ink-2">{kind === 'audio' ? <Mic /> : <FileText />}</span>
            )}
            {isChosen && (
              <span className="absolute end-1.5 top-1.5 grid size-6 place-content-center rounded-full bg-fir text-on-fir">
                <Check className="icon-s" />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
