import { t } from '@heartwood/messages/current';
import { ScanFace } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLock, vault } from '#platform/vault.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';

/** Signing in by face or finger, in a shell where that is on: asked at once, and again with a tap. The password stands below it. */
export default function Unlock() {
  const lock = useLock();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await vault.unlock(t('accounts.biometric.reason'));
    setBusy(false);
  };
  const isLocked = lock === 'locked';
  useEffect(() => {
    if (isLocked) void vault.unlock(t('accounts.biometric.reason'));
  }, [isLocked]);
  if (lock === 'lost') return <Banner className="mt-6">{t('accounts.biometric.lost')}</Banner>;
  if (!isLocked) return null;
  return (
    <Button block look="quiet" className="mt-6" busy={busy} icon={<ScanFace />} onClick={() => void ask()}>
      {t('accounts.biometric.unlock')}
    </Button>
  );
}
