import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gift, LogOut, RefreshCw, UserRound, Users } from 'lucide-react';
import { useLogOut } from '#features/accounts/components/log-out-dialog.tsx';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { List, ListButton, ListLink } from '#ui/list-row.tsx';
import { coverageQuery } from '../api.ts';
import { useOffer } from '../hooks/use-offer.ts';
import { isCovered } from '../logic.ts';
import { ExportEntry } from './export-entry.tsx';

/** What can always be done, covered or not: taking everything along, looking again, leaving the family, one's account, logging out. */
export function WayOut() {
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => queries.fetchQuery({ ...coverageQuery(), staleTime: 0 }).catch(() => undefined),
    onSuccess: async (coverage) => {
      if (!coverage || !isCovered(coverage)) return void toasts.add(t('billing.paywall.notRestored'), { type: 'error' });
      toasts.add(t('billing.paywall.restored'));
      await queries.resetQueries();
      navigation.inApp('/dashboard');
    },
  });
  const mayBuy = useOffer() !== 'none';
  const leaving = useLogOut(() => navigation.inApp('/login'));
  return (
    <List className="mt-6">
      <ExportEntry />
      {mayBuy && (
        <ListLink
          to="/gift/redeem"
          start={<Gift className="text-fir" />}
          title={<b className="type-label">{t('billing.redeem.entry')}</b>}
          meta={t('billing.redeem.entryText')}
        />
      )}
      <ListButton
        start={<RefreshCw className="text-fir" />}
        title={<b className="type-label">{t('billing.paywall.restore')}</b>}
        meta={t('billing.paywall.restoreText')}
        busy={restore.isPending}
        onClick={() => restore.mutate()}
      />
      <ListLink
        to="/private/profile"
        hash="resting"
        start={<Users className="text-fir" />}
        title={<b className="type-label">{t('billing.paywall.family')}</b>}
        meta={t('billing.paywall.familyText')}
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
        busy={leaving.busy}
        onClick={leaving.begin}
      />
      {leaving.dialog}
    </List>
  );
}
