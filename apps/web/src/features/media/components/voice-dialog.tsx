import { language } from '#platform/language.ts';
import { OnPress } from '#platform/part.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useOpenRecorder } from '../hooks/use-open-recorder.ts';

const RecordVoice = lazyPart(async () => {
  const [part] = await Promise.all([import('./record-voice.tsx'), language.need('writing')]);
  return part;
});

/** Loads the recorder, as somebody reaches for the microphone. */
export const recorderSoon = RecordVoice.soon;

/** The dialog in which a voice is recorded; its code is loaded when it opens. `onUse` gets the recording, once the dialog has closed. */
export function VoiceDialog({ open, onClose, onUse }: { open: boolean; onClose: () => void; onUse: (file: File) => void }) {
  useOpenRecorder(open);
  if (!open) return null;
  const use = (file: File) => {
    onClose();
    onUse(file);
  };
  return (
    <OnPress onFail={onClose}>
      <RecordVoice onClose={onClose} onUse={use} />
    </OnPress>
  );
}
