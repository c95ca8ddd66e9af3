import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { Download, LogOut, RefreshCw, UserRound } from 'lucide-react';
import { useState } from 'react';
import { logout } from '#features/accounts/api.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { List, ListButton, ListLink } from '#ui/list-row.tsx';
import { coverageQuery } from '../api.ts';
import { isCovered } from '../logic.ts';

/** What can always be done, covered or not: taking everything along, looking again, one's account, logging out. */
export function WayOut() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'restore' | 'leave'>();
  const restore = async () => {
    setBusy('restore');
    const coverage = await queries.fetchQuery({ ...coverageQuery(), staleTime: 0 }).catch(() => undefined);
    setBusy(undefined);
    if (coverage && isCovered(coverage)) {
      toasts.add(t('billing.paywall.restored'));
      await queries.resetQueries();
      navigation.inApp('/dashboard');
    } else toasts.add(t('billing.paywall.notRestored'), { type: 'error' });
  };
  const leave = async () => {
    setBusy('leave');
    const answer = await logout();
    setBusy(undefined);
    if (answer.success) navigation.inApp('/login');
    else toasts.add(answer.message, { type: 'error' });
  };
  return (
    <List className="mt-6">
      <ListLink
        to="/private/profile"
        hash="export"
        start={<Download className="text-fir" />}
        title={<b className="type-label">{t('billing.paywall.export')}</b>}
        meta={t('billing.paywall.exportText')}
      />
      <ListButton
        start={<RefreshCw className="text-fir" />}
        title={<b className="type-label">{t('billing.paywall.restore')}</b>}
        meta={t('billing.paywall.restoreText')}
        aria-busy={busy === 'restore' || undefined}
        onClick={() => void (busy ? undefined : restore())}
      />
      <ListLink
        to="/private/profile"
        start={<UserRound className="text-fir" />}
        title={<b className="type-label">{t('billing.paywall.account')}</b>}
        meta={t('billing.paywall.accountText')}
      />
      <ListButton
        start={<LogOut className="text-ink-3" />}
        title={<span className="text-ink-2">{t('billing.paywall.logout')}</span>}
        aria-busy={busy === 'leave' || undefined}
        onClick={() => void (busy ? undefined : leave())}
      />
    </List>
  );
}
