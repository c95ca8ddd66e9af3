import { t } from '@heartwood/messages/current';
import { Mic, X } from 'lucide-react';
import { useState } from 'react';
import { useDropping } from '#features/media/components/drop-recording.tsx';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import type { useOneFile } from '#features/sending/hooks/use-one-file.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { shareInWords } from '#platform/formats.ts';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useObjectUrl } from '#ui/photo-picker.tsx';

/** A message that is spoken instead of written, or beside what is written. */
export function SpokenMessage({ spoken }: { spoken: ReturnType<typeof useOneFile> }) {
  const [speaks, setSpeaks] = useState(false);
  const { drop, question } = useDropping();
  return (
    <div>
      {spoken.upload ? (
        <Recorded upload={spoken.upload} onRemove={() => drop(true, spoken.remove)} />
      ) : (
        <Button look="quiet" block icon={<Mic className="icon-s" />} aria-haspopup="dialog" onClick={() => setSpeaks(true)}>
          {t('invitations.form.speak')}
        </Button>
      )}
      {question}
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={spoken.add} />
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
          ? t(state.reason)
          : state.state === 'uploading'
            ? t('invitations.form.speaking', { share: shareInWords(state.share) })
            : null}
      </p>
    </div>
  );
}
