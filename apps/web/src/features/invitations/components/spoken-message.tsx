import { t } from '@heartwood/messages/current';
import { Mic, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { useOneUpload } from '#features/uploads/api.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useObjectUrl } from '#ui/photo-picker.tsx';

const RecordVoice = lazy(() => import('#features/media/components/record-voice.tsx'));

/** A message that is spoken instead of written, or beside what is written. */
export function SpokenMessage({ spoken }: { spoken: ReturnType<typeof useOneUpload> }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    <div>
      {spoken.upload ? (
        <Recorded upload={spoken.upload} onRemove={spoken.remove} />
      ) : (
        <Button look="quiet" block icon={<Mic className="icon-s" />} aria-haspopup="dialog" onClick={() => setSpeaks(true)}>
          {t('invitations.form.speak')}
        </Button>
      )}
      {speaks && (
        <Suspense>
          <RecordVoice
            onClose={() => setSpeaks(false)}
            onUse={(file) => {
              setSpeaks(false);
              spoken.add(file);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Recorded({ upload: { file, state, media }, onRemove }: { upload: Upload; onRemove: () => void }) {
  const src = useObjectUrl(file);
  return (
    <div>
      <div className="flex items-center gap-2">
        {src && (
          <AudioPlayer
            src={src}
            duration={media?.duration ?? 0}
            waveform={media?.waveform ?? []}
            label={t('invitations.form.spoken')}
            className="min-w-0 flex-1"
          />
        )}
        <IconButton label={t('invitations.form.unspeak')} onClick={onRemove}>
          <X className="icon-s" />
        </IconButton>
      </div>
      <p role="status" className="mt-2 type-meta empty:hidden">
        {state.state === 'failed'
          ? state.reason
          : state.state === 'uploading'
            ? t('invitations.form.speaking', { percent: Math.round(state.share * 100) })
            : null}
      </p>
    </div>
  );
}
