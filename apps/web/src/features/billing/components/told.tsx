import { t } from '@heartwood/messages/current';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Arrival } from '../hooks/use-arrival.ts';

/** What came of a payment or a code, and where to go on from there. */
export function Told({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card pad className="mx-auto max-w-[560px] text-center">
      <div role="status">
        <h1 className="type-title text-balance">{title}</h1>
        <p className="mt-3 type-story text-balance soft">{text}</p>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
    </Card>
  );
}

/** While a payment has not arrived: that it is asked for, or that it can be asked again. `waiting` says what becomes of it; `children` lead back. */
export function NotArrived({
  arrival,
  waiting,
  busy,
  ask,
  children,
}: {
  arrival: Exclude<Arrival, 'arrived'>;
  waiting: string;
  busy: boolean;
  ask: () => void;
  children: ReactNode;
}) {
  if (arrival === 'asking')
    return (
      <Told title={t('billing.return.asking')} text={t('billing.return.askingText')}>
        <Spinner className="size-6 text-fir" />
      </Told>
    );
  return (
    <Told title={t('billing.return.waiting')} text={arrival === 'failed' ? t('billing.return.failed') : waiting}>
      <Button busy={busy} onClick={ask}>
        {t('billing.return.again')}
      </Button>
      {children}
    </Told>
  );
}
