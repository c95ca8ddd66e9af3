import { t } from '@heartwood/messages/current';
import { useEffect, useState } from 'react';
import { device } from '#platform/device.ts';
import { toasts } from '#platform/toasts.ts';
import { useLock, vault } from '#platform/vault.ts';
import { Switch } from '#ui/switch.tsx';

/** Signing in by face or finger: only where the app's shell says that the device can. */
export default function Biometric() {
  const plugin = device.plugins?.biometric;
  const [available, setAvailable] = useState(false);
  const on = useLock() === 'open';
  useEffect(() => {
    void plugin?.available().then(setAvailable, () => setAvailable(false));
  }, [plugin]);
  if (!plugin || !available) return null;
  const change = async (wanted: boolean) => {
    if (!wanted) return vault.turnOff();
    if (!(await vault.turnOn())) toasts.add(t('accounts.biometric.notKept'), { type: 'error' });
  };
  return (
    <Switch
      className="mt-3"
      label={t('accounts.biometric.label')}
      hint={t('accounts.biometric.hint')}
      checked={on}
      onChange={(wanted) => void change(wanted)}
    />
  );
}
