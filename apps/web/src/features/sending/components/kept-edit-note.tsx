import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { focusHeadingLater } from '#ui/focus-later.ts';

/**
 * Says that what stands in an edit was written before and is not saved, and offers to take back what is. What is below it does not move when it goes.
 */
export function KeptEditNote({ shown, onDiscard, className }: { shown: boolean; onDiscard: () => void; className?: string }) {
  const [hasPlace, keepPlace] = useState(shown);
  if (shown && !hasPlace) keepPlace(true);
  if (!hasPlace) return null;
  const discard = () => {
    onDiscard();
    // The button that was pressed goes with what it was for.
    focusHeadingLater();
  };
  return (
    <p role="status" className={cx('flex flex-wrap items-center justify-between gap-x-4 type-meta', !shown && 'invisible', className)}>
      <span className="min-w-0 flex-[1_1_11rem]">{t('posts.editKept')}</span>
      <Button small look="text" onClick={discard} className="-mx-4.5 shrink-0">
        {t('posts.discardEdit')}
      </Button>
    </p>
  );
}
