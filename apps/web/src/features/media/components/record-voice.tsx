import { Dialog } from '#ui/dialog.tsx';
import { recording as words } from '../words.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

/** The recorder as a dialog: a sheet on a phone. Loaded when somebody wants to speak. */
export default function RecordVoice({ onClose, onUse }: { onClose: () => void; onUse: (file: File) => void }) {
  return (
    <Dialog open title={words.title} closable onOpenChange={(open) => open || onClose()}>
      <VoiceRecorder onUse={onUse} />
    </Dialog>
  );
}
