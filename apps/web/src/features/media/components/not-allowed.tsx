import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { Settings } from 'lucide-react';
import { device } from '#platform/device.ts';
import { Button } from '#ui/button.tsx';

const words = {
  camera: 'devices.app.noCamera',
  microphone: 'devices.app.noMicrophone',
  film: 'devices.app.noFilm',
} satisfies Record<string, PlainKey>;

/** Says that the system keeps the camera or the microphone from the app, and leads to where that is changed. In shells alone: a browser has other settings. */
export default function NotAllowed({ what }: { what: keyof typeof words }) {
  return (
    <>
      <p role="alert" className="font-medium text-error">
        {t(words[what])}
      </p>
      {/* Elsewhere one may try again below. */}
      <Button
        block
        look={what === 'camera' ? 'filled' : 'quiet'}
        className="mt-5"
        icon={<Settings className="icon-s" />}
        onClick={() => void device.plugins?.openSettings?.()}
      >
        {t('devices.app.openSettings')}
      </Button>
    </>
  );
}
