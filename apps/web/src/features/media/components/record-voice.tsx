import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { useUnsaved } from '#platform/unsaved.ts';
import { Dialog } from '#ui/dialog.tsx';
import { DropRecording } from './drop-recording.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

/** The recorder as a dialog: a sheet on a phone. Loaded when somebody wants to speak; it goes at once, also with its page, only where nothing is lost. */
export default function RecordVoice({ onClose, onUse }: { onClose: () => void; onUse: (file: File) => void }) {
  const [holds, hold] = useState(false);
  const [asks, ask] = useState(false);
  const unsaved = useUnsaved(holds, { onReload: true });
  const use = (file: File) => {
    unsaved.finish();
    onUse(file);
  };
  return (
    <Dialog open title={t('media.recording.title')} closable onOpenChange={(open) => open || (holds ? ask(true) : onClose())}>
      <VoiceRecorder onUse={use} onHold={hold} />
      <DropRecording
        open={asks || unsaved.asks}
        onOpenChange={() => {
          ask(false);
          unsaved.stay();
        }}
        onDrop={() => {
          unsaved.go();
          onClose();
        }}
      />
    </Dialog>
  );
}
