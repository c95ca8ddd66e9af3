import { lazy, Suspense } from 'react';

const RecordVoice = lazy(() => import('./record-voice.tsx'));

/** The dialog in which a voice is recorded; its code is loaded when it opens. `onUse` gets the recording, once the dialog has closed. */
export function VoiceDialog({ open, onClose, onUse }: { open: boolean; onClose: () => void; onUse: (file: File) => void }) {
  if (!open) return null;
  const use = (file: File) => {
    onClose();
    onUse(file);
  };
  return (
    <Suspense>
      <RecordVoice onClose={onClose} onUse={use} />
    </Suspense>
  );
}
