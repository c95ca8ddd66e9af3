import { t } from '@heartwood/messages/current';
import { Mic } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const RecordVoice = lazy(() => import('#features/media/components/record-voice.tsx'));

/** Who would rather speak than write: the recording goes with the photos. */
export function TellIt({ onUse }: { onUse: (file: File) => void }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setSpeaks(true)} className="link-row mt-1">
        <Mic className="icon-s" />
        {t('moments.tell')}
      </button>
      {speaks && (
        <Suspense>
          <RecordVoice
            onClose={() => setSpeaks(false)}
            onUse={(file) => {
              setSpeaks(false);
              onUse(file);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
