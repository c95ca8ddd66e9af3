import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import type { PlanName } from '@heartwood/contract/billing';

/** Where paying will begin. It says in its own words that it does not yet, and on a press why that is no loss. */
export function PayLater({ plan }: { plan: PlanName }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button block look="quiet" onClick={() => setOpen(true)}>
        {t('billing.paywall.pay', { plan })}
      </Button>
      <Dialog title={t('billing.later.title')} text={t('billing.later.text')} open={open} onOpenChange={setOpen}>
        <DialogActions>
          <Button block onClick={() => setOpen(false)}>
            {t('billing.later.close')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
