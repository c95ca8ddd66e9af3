import { t } from '@heartwood/messages/current';
import { Image, ImagePlus, Mic, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { isRecording, useDropping } from '#features/media/components/drop-recording.tsx';
import type { useOneFile } from '#features/sending/hooks/use-one-file.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { shareInWords } from '#platform/formats.ts';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { Chip } from '#ui/chip.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { Optional, optionalRow } from '#ui/field.tsx';
import { FilePicker, isDrawable, useObjectUrl } from '#ui/photo-picker.tsx';

/** What may go with a question: one's voice, or a photo. @param isOut the question is being sent: what goes with it stays as it is */
export function BesideWords({ file, isOut }: { file: ReturnType<typeof useOneFile>; isOut: boolean }) {
  const [speaks, setSpeaks] = useState(false);
  const { drop, question } = useDropping();
  const label = useId();
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className={`mb-2 type-label ${optionalRow}`}>
        <span className="min-w-0">{t('questions.beside')}</span> <Optional />
      </h2>
      {file.upload ? (
        <Chosen upload={file.upload} isOut={isOut} onRemove={() => drop(isRecording(file.upload?.file), file.remove)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Chip aria-haspopup="dialog" disabled={isOut} onClick={() => setSpeaks(true)}>
            <Mic className="icon-s" />
            {t('questions.speak')}
          </Chip>
          <FilePicker label={t('questions.addPhoto')} accept={photoTypes} onPick={([one]) => one && file.add(one)}>
            {(open) => (
              <Chip disabled={isOut} onClick={open}>
                <ImagePlus className="icon-s" />
                {t('questions.addPhoto')}
              </Chip>
            )}
          </FilePicker>
        </div>
      )}
      {question}
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={file.add} />
    </section>
  );
}

function Chosen({ upload: { file, state, media }, isOut, onRemove }: { upload: Upload; isOut: boolean; onRemove: () => void }) {
  const src = useObjectUrl(file.type.startsWith('audio/') || isDrawable(file) ? file : null);
  const isVoice = file.type.startsWith('audio/');
  return (
    <div>
      <div className="flex items-center gap-2">
        {isVoice && src ? (
          <AudioPlayer
            src={src}
            duration={media?.duration ?? 0}
            waveform={media?.waveform ?? []}
            label={t('questions.spoken')}
            className="min-w-0 flex-1"
          />
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-3 rounded-md bg-sunken p-2">
            {src ? <img src={src} alt="" className="size-14 rounded-xs object-cover" /> : <Image className="m-3 shrink-0" />}
            <span className="min-w-0 truncate text-label">{file.name}</span>
          </span>
        )}
        <IconButton label={t('questions.takeOut')} disabled={isOut} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <p role="status" className="mt-2 type-meta empty:hidden">
        {state.state === 'failed' ? t(state.reason) : state.state === 'uploading' ? shareInWords(state.share) : null}
      </p>
    </div>
  );
}
