import { t } from '@heartwood/messages/current';
import type { RenewedPlan } from '@heartwood/contract/billing';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { cancelPlan } from '../api.ts';
import { useCoverageChange } from '../hooks/use-coverage-change.ts';

/**
 * Ending the plan: what stays, and until when, is said before.
 * @param props.paidUntil until when everything is kept; undefined where nothing is paid: it ends at once
 */
export function Leaving({ plan, paidUntil: day }: { plan: RenewedPlan; paidUntil: string | undefined }) {
  const [asking, ask] = useState(false);
  const cancelling = useCoverageChange(cancelPlan, {
    done: () => (day === undefined ? t('billing.own.cancelledNow') : t('billing.own.cancelled', { day })),
    settled: () => ask(false),
  });
  return (
    <>
      <h3 className="mt-6 type-label">{t('billing.own.leaving')}</h3>
      <p className="mt-1 soft">{t('billing.own.leavingText')}</p>
      <Button small flush look="danger" className="mt-2" onClick={() => ask(true)}>
        {t('billing.own.cancel')}
      </Button>
      <ConfirmDialog
        title={t('billing.own.cancelTitle', { plan })}
        text={day === undefined ? t('billing.own.cancelNowText') : t('billing.own.cancelText', { day })}
        confirm={t('billing.own.cancel')}
        keep={t('billing.own.keep')}
        open={asking}
        onOpenChange={ask}
        onConfirm={() => cancelling.mutate()}
        busy={cancelling.isPending}
      />
    </>
  );
}
