import { t } from '@heartwood/messages/current';
import { mediaFailureMessages } from '@heartwood/messages/reasons';
import { textOf } from '@heartwood/messages/message';
import type { Media } from '@heartwood/contract/media';
import { Mic } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { AudioPlace } from '#ui/audio-place.tsx';
import { useSettled } from '../api.ts';
import { KeptVoice } from './kept-voice.tsx';

/** A voice that was recorded: its player, or in words why it cannot be heard yet. */
export function VoicePlayer({ media: given, label = t('media.voice'), className }: { media: Media; label?: string; className?: string }) {
  const media = useSettled(given);
  const src = addressOf(media.variants['audio']?.path);
  if (src)
    return (
      <KeptVoice
        id={media.id}
        src={src}
        duration={media.duration ?? 0}
        waveform={media.waveform ?? []}
        label={label}
        className={className ?? ''}
      />
    );
  return (
    <AudioPlace duration={media.duration ?? 0} {...(className ? { className } : {})}>
      <p role="status" className="flex items-center gap-3.5 px-4 py-2.5 text-label text-fir">
        <Mic className="shrink-0" />
        {media.state === 'failed'
          ? media.reason
            ? textOf(t, mediaFailureMessages[media.reason])
            : t('media.failed')
          : t('media.voiceSoon')}
      </p>
    </AudioPlace>
  );
}
