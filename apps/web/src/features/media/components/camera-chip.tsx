import { t } from '@heartwood/messages/current';
import { Camera } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { device } from '#platform/device.ts';
import { Chip } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import NotAllowed from './not-allowed.tsx';

/** Takes a photo with the app of the system that does so. Where the camera is not allowed it says what to do. In Android's shell alone: others have a camera in their picker. */
export default function CameraChip({ onAdd }: { onAdd: (files: File[]) => void }) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isRefused, setRefused] = useState(false);
  // Whoever takes no photo and whom the system lets take none look the same here.
  const look = useEffectEvent(async () => setRefused(!((await device.plugins?.mayUseCamera?.()) ?? true)));
  useEffect(() => {
    input?.addEventListener('cancel', look);
    return () => input?.removeEventListener('cancel', look);
  }, [input]);
  return (
    <>
      <input
        ref={setInput}
        type="file"
        aria-label={t('devices.app.takePhoto')}
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onAdd(files);
        }}
      />
      <Chip onClick={() => input?.click()}>
        <Camera className="icon-s" />
        {t('devices.app.takePhoto')}
      </Chip>
      <Dialog open={isRefused} title={t('devices.app.takePhoto')} closable onOpenChange={setRefused}>
        <div className="mt-3">
          <NotAllowed what="camera" />
        </div>
      </Dialog>
    </>
  );
}
