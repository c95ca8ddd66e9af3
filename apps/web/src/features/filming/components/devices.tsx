import { t } from '@heartwood/messages/current';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { Select } from '#ui/select.tsx';
import type { useCamera } from '../hooks/use-camera.ts';

const options = (devices: readonly MediaDeviceInfo[]) =>
  devices.map(({ deviceId, label }, at) => ({ value: deviceId, label: label || t('filming.devices.unnamed', { place: at + 1 }) }));

/** Which camera and which microphone one films with. */
export function Devices({ camera, open, onClose }: { camera: ReturnType<typeof useCamera>; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('filming.devices.title')} open={open} onOpenChange={(next) => next || onClose()}>
      <div className="mt-4 grid gap-4">
        <Select
          label={t('filming.devices.camera')}
          options={options(camera.cameras)}
          value={camera.camera}
          onChange={(chosen) => camera.choose({ camera: chosen })}
        />
        {camera.microphones.length > 0 && (
          <Select
            label={t('filming.devices.microphone')}
            options={options(camera.microphones)}
            value={camera.microphone}
            onChange={(chosen) => camera.choose({ microphone: chosen })}
          />
        )}
      </div>
      <DialogActions>
        <Button block onClick={onClose}>
          {t('filming.devices.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
