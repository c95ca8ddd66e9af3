import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { DropRecording, VoiceRecorder } from './voice-recorder.tsx';

/** The recorder as a dialog: a sheet on a phone. Loaded when somebody wants to speak; it closes at once only where nothing is lost. */
export default function RecordVoice({ onClose, onUse }: { onClose: () => void; onUse: (file: File) => void }) {
  const [holds, hold] = useState(false);
  const [asks, ask] = useState(false);
  return (
    <Dialog open title={t('media.recording.title')} closable onOpenChange={(open) => open || (holds ? ask(true) : onClose())}>
      <VoiceRecorder onUse={onUse} onHold={hold} />
      <DropRecording open={asks} onOpenChange={ask} onDrop={onClose} />
    </Dialog>
  );
}
