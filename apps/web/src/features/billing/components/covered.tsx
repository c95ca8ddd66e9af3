import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { coveredLine, mayAskForPrices } from '../logic.ts';

/** For somebody who is covered: one sentence and the export, no price and no plan. An owner in the free time may ask for what comes after. */
export function Covered({ coverage, level = 1, plans }: { coverage: Coverage; level?: 1 | 2; plans: ReactNode }) {
  const [asked, ask] = useState(false);
  const Heading = `h${level}` as const;
  return (
    <>
      <Card pad className="mx-auto max-w-[560px] text-center">
        <Heading className="type-title">{t('billing.covered.title')}</Heading>
        <p className="mt-3 type-story text-balance soft">{coveredLine(coverage)}</p>
        <ButtonLink to="/dashboard" className="mt-6">
          {t('billing.covered.home')}
        </ButtonLink>
        <List className="mt-6 text-start">
          <ListLink
            to="/private/profile"
            hash="export"
            start={<Download className="text-fir" />}
            title={<b className="type-label">{t('billing.paywall.export')}</b>}
            meta={t('billing.paywall.exportText')}
          />
        </List>
        {mayAskForPrices(coverage) && !asked && (
          <Button look="text" small className="mt-3" onClick={() => ask(true)}>
            {t('billing.covered.afterwards')}
          </Button>
        )}
      </Card>
      {asked && plans}
    </>
  );
}
