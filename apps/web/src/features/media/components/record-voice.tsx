import { Dialog } from '#ui/dialog.tsx';
import { t } from '@heartwood/messages/current';
import { VoiceRecorder } from './voice-recorder.tsx';

/** The recorder as a dialog: a sheet on a phone. Loaded when somebody wants to speak. */
export default function RecordVoice({ onClose, onUse }: { onClose: () => void; onUse: (file: File) => void }) {
  return (
    <Dialog open title={t('media.recording.title')} closable onOpenChange={(open) => open || onClose()}>
      <VoiceRecorder onUse={onUse} />
    </Dialog>
  );
}
