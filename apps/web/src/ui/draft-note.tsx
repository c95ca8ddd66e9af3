import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';

/**
 * Says that what stands in a form was written before, and offers to begin anew; or that what was written is being sent. What is below it does
 * not move when it goes.
 */
export function DraftNote({ shown, isSending = false, onDiscard }: { shown: boolean; isSending?: boolean; onDiscard: () => void }) {
  const [hasPlace, keepPlace] = useState(shown || isSending);
  if ((shown || isSending) && !hasPlace) keepPlace(true);
  if (!hasPlace) return null;
  return (
    <p role="status" className={cx('flex flex-wrap items-center justify-between gap-x-4 type-meta', !shown && !isSending && 'invisible')}>
      <span className="min-w-0 flex-[1_1_11rem]">{isSending ? t('ui.draft.sending') : t('ui.draft.kept')}</span>
      <Button small look="text" onClick={onDiscard} className={cx('-me-3 shrink-0', isSending && 'invisible')}>
        {t('ui.draft.startOver')}
      </Button>
    </p>
  );
}
