import type { Coverage } from '@heartwood/contract/billing';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { coveredLine, mayAskForPrices } from '../logic.ts';
import { words } from '../words.ts';

const { covered: said, paywall } = words;

/** For somebody who is covered: one sentence and the export, no price and no plan. An owner in the free time may ask for what comes after. */
export function Covered({ coverage, level = 1, plans }: { coverage: Coverage; level?: 1 | 2; plans: ReactNode }) {
  const [asked, ask] = useState(false);
  const Heading = `h${level}` as const;
  return (
    <>
      <Card pad className="mx-auto max-w-[560px] text-center">
        <Heading className="type-title">{said.title}</Heading>
        <p className="mt-3 type-story text-balance soft">{coveredLine(coverage)}</p>
        <ButtonLink to="/dashboard" className="mt-6">
          {said.home}
        </ButtonLink>
        <List className="mt-6 text-start">
          <ListLink
            to="/private/profile"
            hash="export"
            start={<Download className="text-fir" />}
            title={<b className="type-label">{paywall.export}</b>}
            meta={paywall.exportText}
          />
        </List>
        {mayAskForPrices(coverage) && !asked && (
          <Button look="text" small className="mt-3" onClick={() => ask(true)}>
            {said.afterwards}
          </Button>
        )}
      </Card>
      {asked && plans}
    </>
  );
}
