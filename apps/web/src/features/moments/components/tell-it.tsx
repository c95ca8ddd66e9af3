import { t } from '@heartwood/messages/current';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';

/** Who would rather speak than write: the recording goes with the photos. */
export function TellIt({ onUse }: { onUse: (file: File) => void }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setSpeaks(true)} className="link-row mt-1">
        <Mic className="icon-s" />
        {t('moments.tell')}
      </button>
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={onUse} />
    </>
  );
}
