import { t } from '@heartwood/messages/current';
import { Download } from 'lucide-react';
import { ListLink } from '#ui/list-row.tsx';

/** Leads to the export, which is there for everybody, whatever covers their family. */
export function ExportEntry() {
  return (
    <ListLink
      to="/private/profile"
      hash="export"
      start={<Download className="text-fir" />}
      title={<b className="type-label">{t('billing.paywall.export')}</b>}
      meta={t('billing.paywall.exportText')}
    />
  );
}
