import { t } from '@heartwood/messages/current';
import type { RenewedPlan } from '@heartwood/contract/billing';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { cancelPlan } from '../api.ts';
import { useCoverageChange } from '../hooks/use-coverage-change.ts';

/** Ending the plan: what stays, and until when, is said before. @param props.day until when everything is kept */
export function Leaving({ plan, day }: { plan: RenewedPlan; day: string }) {
  const [asking, ask] = useState(false);
  const cancelling = useCoverageChange(cancelPlan, { done: () => t('billing.own.cancelled', { day }), settled: () => ask(false) });
  return (
    <>
      <h3 className="mt-6 type-label">{t('billing.own.leaving')}</h3>
      <p className="mt-1 soft">{t('billing.own.leavingText')}</p>
      <Button small look="danger" className="mt-2 -ms-3.5" onClick={() => ask(true)}>
        {t('billing.own.cancel')}
      </Button>
      <ConfirmDialog
        title={t('billing.own.cancelTitle', { plan })}
        text={t('billing.own.cancelText', { day })}
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
