import { t } from '@heartwood/messages/current';
import type { Coverage } from '@heartwood/contract/billing';
import { useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { List } from '#ui/list-row.tsx';
import { useOffer } from '../hooks/use-offer.ts';
import { coveredLine, mayAskForPrices } from '../logic.ts';
import { ExportEntry } from './export-entry.tsx';

/** For somebody who is covered: one sentence and the export, no price and no plan. Who may ask for prices is shown `plans` when they do. */
export function Covered({
  coverage,
  ask: label = mayAskForPrices(coverage) ? t('billing.covered.afterwards') : undefined,
  plans,
}: {
  coverage: Coverage;
  /** With what words one asks for prices; without them nobody can. */
  ask?: string | undefined;
  plans: ReactNode;
}) {
  const [asked, ask] = useState(false);
  const mayBuy = useOffer() !== 'none';
  return (
    <>
      <Card pad className="mx-auto max-w-[560px] text-center">
        <h1 className="type-title">{t('billing.covered.title')}</h1>
        <p className="mt-3 type-story text-balance soft">{coveredLine(coverage)}</p>
        <ButtonLink to="/dashboard" look={asked ? 'quiet' : 'filled'} className="mt-6">
          {t('billing.covered.home')}
        </ButtonLink>
        <List className="mt-6 text-start">
          <ExportEntry />
        </List>
        {mayBuy && label && !asked && (
          <Button look="text" small className="mt-3" onClick={() => ask(true)}>
            {label}
          </Button>
        )}
      </Card>
      {asked && plans}
    </>
  );
}
