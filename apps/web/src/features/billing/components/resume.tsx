import { t } from '@heartwood/messages/current';
import { Button } from '#ui/button.tsx';
import { resumePlan } from '../api.ts';
import { useCoverageChange } from '../hooks/use-coverage-change.ts';

/** Lets a plan that was to end go on. */
export function Resume() {
  const resuming = useCoverageChange(resumePlan, { done: () => t('billing.own.resumed') });
  return (
    <Button small look="quiet" className="mt-4" busy={resuming.isPending} onClick={() => resuming.mutate()}>
      {t('billing.own.resume')}
    </Button>
  );
}
