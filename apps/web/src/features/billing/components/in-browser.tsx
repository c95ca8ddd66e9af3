import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { device } from '#platform/device.ts';
import { runtimeConfig } from '#platform/runtime-config.ts';
import { Button } from '#ui/button.tsx';
import { hearOfCoverage } from '../state.ts';

/**
 * In a shell: opens our page in the system browser. Who comes back from it sees what covers now.
 * @param props.path of ours
 * @param props.label what is done there
 */
export function InBrowser({ path, label }: { path: string; label: string }) {
  const queries = useQueryClient();
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!away) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') void hearOfCoverage(queries);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [away, queries]);
  const open = () => {
    setAway(true);
    void device.plugins?.openOutside?.(`${runtimeConfig().api_base}${path}`);
  };
  return (
    <div className="mt-6">
      <Button block look="quiet" icon={<ExternalLink className="icon-s" />} onClick={open}>
        {label}
      </Button>
      <p className="mt-3 text-center type-meta text-balance">{t('billing.shell.browser')}</p>
    </div>
  );
}
