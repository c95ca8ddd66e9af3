import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { Video } from 'lucide-react';
import { NotAllowedHere } from '#features/media/components/lazy-not-allowed.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Drawing } from '#ui/empty-state.tsx';
import { filmTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import type { CameraState } from '../hooks/use-camera.ts';
import type { Trouble } from '../logic.ts';

const troubles = {
  refused: 'filming.trouble.refused',
  missing: 'filming.trouble.missing',
  taken: 'filming.trouble.taken',
  cannot: 'filming.trouble.cannot',
} satisfies Record<Trouble, PlainKey>;

/** Says what the browser is about to ask, and why; where there is no camera, what to do instead. */
export function Begin({ state, onStart, onPick }: { state: CameraState; onStart: () => void; onPick: (film: File) => void }) {
  const trouble = state in troubles ? t(troubles[state as Trouble]) : undefined;
  const pick = ([film]: File[]): void => void (film && onPick(film));
  return (
    <div className="flex flex-col items-center pt-6 text-center">
      <Drawing name="photos" className="mb-6" />
      <h1 className="type-title">{t('filming.before.title')}</h1>
      {trouble ? (
        <Said refused={state === 'refused'} trouble={trouble} />
      ) : (
        <p className="mt-4 max-w-[34em] soft">{t('filming.before.text')}</p>
      )}
      <div className="mt-8 grid w-full max-w-[380px] gap-3">
        {state !== 'cannot' && (
          <Button block busy={state === 'asking'} icon={<Video className="icon-s" />} onClick={onStart}>
            {state === 'asking' ? t('filming.before.asking') : trouble ? t('filming.before.tryAgain') : t('filming.before.start')}
          </Button>
        )}
        {trouble && (
          <FilePicker label={t('filming.before.cameraAppLabel')} accept="video/*" capture="user" onPick={pick}>
            {(open) => (
              // A computer has no camera app: there this button would be the same as the next one.
              <Button block look="quiet" className="hidden pointer-coarse:inline-flex" onClick={open}>
                {t('filming.before.cameraApp')}
              </Button>
            )}
          </FilePicker>
        )}
        <FilePicker label={t('filming.before.pickLabel')} accept={filmTypes} onPick={pick}>
          {(open) => (
            <Button block look={trouble ? 'quiet' : 'text'} onClick={open}>
              {t('filming.before.pick')}
            </Button>
          )}
        </FilePicker>
      </div>
    </div>
  );
}

function Said({ refused, trouble }: { refused: boolean; trouble: string }) {
  const said = (
    <Banner tone="error" className="mt-5 max-w-[34em] text-start">
      {trouble}
    </Banner>
  );
  if (!refused) return said;
  return (
    <div className="mt-5 w-full max-w-[34em]">
      <NotAllowedHere what="film">{said}</NotAllowedHere>
    </div>
  );
}
