import { t } from '@heartwood/messages/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { returnQuery } from '../api.ts';
import { coverageLine, hasArrived } from '../logic.ts';
import { hearOfCoverage } from '../state.ts';

/** Milliseconds: until the server is asked again, and after which it is asked no more by itself. */
const asking = { every: 2_000, longest: 60_000 };

/**
 * Where somebody comes back to from paying. That they are here proves nothing: the server says whether the payment has arrived.
 * @param bought what was to be paid, as the address says
 */
export function CheckoutReturn({ bought }: { bought: string }) {
  const queries = useQueryClient();
  const [since] = useState(Date.now);
  const coverage = useQuery({
    ...returnQuery(),
    throwOnError: false,
    refetchInterval: ({ state }) =>
      (state.data && hasArrived(state.data, bought)) || Date.now() - since > asking.longest ? false : asking.every,
  });
  const arrived = coverage.data !== undefined && hasArrived(coverage.data, bought);
  useEffect(() => {
    if (arrived) void hearOfCoverage(queries);
  }, [arrived, queries]);
  if (arrived)
    return (
      <Told title={t('billing.return.done')} text={coverageLine(coverage.data)}>
        <ButtonLink to="/dashboard">{t('billing.return.home')}</ButtonLink>
      </Told>
    );
  const isLate = coverage.dataUpdatedAt - since > asking.longest;
  if (!coverage.isError && !isLate)
    return (
      <Told title={t('billing.return.asking')} text={t('billing.return.askingText')}>
        <Spinner className="size-6 text-fir" />
      </Told>
    );
  return (
    <Told title={t('billing.return.waiting')} text={coverage.isError ? t('billing.return.failed') : t('billing.return.waitingText')}>
      <Button busy={coverage.isFetching} onClick={() => void coverage.refetch()}>
        {t('billing.return.again')}
      </Button>
      <ButtonLink to="/paywall" look="text">
        {t('billing.return.plans')}
      </ButtonLink>
    </Told>
  );
}

function Told({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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
