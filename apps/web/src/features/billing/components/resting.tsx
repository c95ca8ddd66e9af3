import { t } from '@heartwood/messages/current';

/** For an owner whose family nobody covers, where nothing may be offered: it is safe, and the export is free. */
export function Resting() {
  return <p className="mt-3 text-center type-story text-balance soft">{t('billing.shell.resting')}</p>;
}
