import { t } from '@heartwood/messages/current';
import { Share } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { Switch } from '#ui/switch.tsx';
import { thisBrowser, useTelling } from '../state.ts';

/** Whether this browser tells of news while Heartwood is closed. The browser asks for the permission when it is turned on, and never before. */
export function ThisDevice() {
  const telling = useTelling();
  const [wanted, setWanted] = useState<boolean>();
  const why = useRef<HTMLParagraphElement>(null);
  useEffect(() => thisBrowser.follow(), []);
  if (telling === 'nowhere') return null;
  const change = async (on: boolean) => {
    if (wanted !== undefined) return;
    setWanted(on);
    await (on ? thisBrowser.turnOn() : thisBrowser.turnOff()).catch(toastRefusal);
    // Drawn at once: where the switch is gone and had the focus, that goes to what stands in its place.
    flushSync(() => setWanted(undefined));
    if (document.activeElement === document.body) why.current?.focus();
  };
  if (telling === 'uninstalled') return <Installing />;
  if (telling === 'denied' || telling === 'unsupported')
    return (
      <p ref={why} tabIndex={-1} className="mt-4 soft outline-none">
        {telling === 'denied' ? t('devices.denied') : t('devices.unsupported')}
      </p>
    );
  return (
    <Switch
      className="mt-4"
      label={t('devices.label')}
      hint={t('devices.hint')}
      checked={wanted ?? telling === 'on'}
      // Not disabled once it is known: it would lose the focus.
      disabled={telling === 'unknown'}
      aria-disabled={wanted !== undefined || undefined}
      onChange={(on) => void change(on)}
    />
  );
}

/** How Heartwood comes to the Home Screen of an iPhone or iPad. */
function Installing() {
  return (
    <div className="mt-4">
      <p className="soft">{t('devices.install.text')}</p>
      <ol className="mt-2 grid list-decimal gap-1.5 ps-6 marker:font-semibold marker:text-fir">
        <li>
          {t('devices.install.share')} <Share className="icon-s inline align-text-bottom text-fir" />
        </li>
        <li>{t('devices.install.add')}</li>
        <li>{t('devices.install.open')}</li>
      </ol>
    </div>
  );
}
