import { t } from '@heartwood/messages/current';
import type { RenewedPlan } from '@heartwood/contract/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, DialogActions, useClosing } from '#ui/dialog.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { changePlan, changeQuery } from '../api.ts';
import { useOffer } from '../hooks/use-offer.ts';
import { priceInWords, problemOf } from '../logic.ts';
import { hearOfCoverage } from '../state.ts';
import { InBrowser } from './in-browser.tsx';

/** Changing to the other plan, where that may be offered: what is due is said before anything changes. */
export function ChangePlan({ from }: { from: RenewedPlan }) {
  const [open, setOpen] = useState(false);
  const offer = useOffer();
  const to = from === 'monthly' ? 'yearly' : 'monthly';
  if (offer === 'browser') return <InBrowser path="/private/profile#subscription" label={t('billing.shell.manage')} />;
  if (offer === 'none') return null;
  return (
    <div className="mt-4 flex flex-wrap gap-x-6.5 gap-y-2">
      <Button small look="quiet" onClick={() => setOpen(true)}>
        {t('billing.own.change')}
      </Button>
      <ButtonLink small flush look="text" to="/lifetime-subscription">
        {t('billing.own.once')}
      </ButtonLink>
      <Dialog title={t('billing.own.changeTo', { plan: to })} text={t('billing.own.changeText')} open={open} onOpenChange={setOpen}>
        {open && <Preview to={to} onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  );
}

function Preview({ to, onDone }: { to: RenewedPlan; onDone: () => void }) {
  const queries = useQueryClient();
  const closing = useClosing();
  const preview = useQuery({ ...changeQuery(to), throwOnError: false });
  const changing = useMutation({
    mutationFn: ({ plan }: { plan: RenewedPlan; closed: AbortSignal | undefined }) => changePlan(plan),
    onSuccess: async () => {
      toasts.add(t('billing.own.changed', { plan: to }));
      onDone();
      await hearOfCoverage(queries);
    },
    // Behind a dialog that was closed meanwhile nobody would read it.
    onError: (error, { closed }) => void (closed?.aborted && toasts.add(problemOf(error), { type: 'error' })),
  });
  const failed = changing.error ?? preview.error;
  return (
    <>
      {preview.data ? (
        preview.data.amount_due > 0 ? (
          <dl className="mt-4 flex flex-wrap items-baseline justify-between gap-x-5 border-t border-line pt-3.5">
            <dt className="soft">{t('billing.own.dueNow')}</dt>
            <dd className="num font-serif text-[1.75rem] leading-tight">{priceInWords(preview.data.amount_due, preview.data.currency)}</dd>
          </dl>
        ) : (
          <p className="mt-4">{t('billing.own.nothingDue')}</p>
        )
      ) : (
        !preview.isError && (
          <Loading label={t('billing.own.asking')} className="mt-4">
            <Skeleton className="h-9" />
          </Loading>
        )
      )}
      {failed && (
        <Banner tone="error" className="mt-4">
          {problemOf(failed)}
        </Banner>
      )}
      <DialogActions>
        {preview.isError ? (
          <Button block busy={preview.isFetching} onClick={() => void preview.refetch()}>
            {t('billing.retry')}
          </Button>
        ) : (
          <Button block disabled={!preview.data} busy={changing.isPending} onClick={() => changing.mutate({ plan: to, closed: closing() })}>
            {t('billing.own.changeTo', { plan: to })}
          </Button>
        )}
        {/* Once it is under way, nothing stays as it was. */}
        <Button block look="quiet" disabled={changing.isPending} onClick={onDone}>
          {t('billing.own.keepPlan')}
        </Button>
      </DialogActions>
    </>
  );
}
