import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

/** Below what is written: that it is kept on this device, and a way to begin anew; it `asks` before a whole post is thrown away. */
export function KeptDraft({ shown, asks = false, onDiscard }: { shown: boolean; asks?: boolean; onDiscard: () => void }) {
  const [asking, ask] = useState(false);
  return (
    <>
      {shown && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 type-meta">
          {t('posts.draftKept')}
          <Button small look="danger" onClick={() => (asks ? ask(true) : onDiscard())} className="-me-3">
            {t('posts.startOver')}
          </Button>
        </p>
      )}
      <DiscardDialog open={asking} onOpenChange={ask} onDiscard={onDiscard} />
    </>
  );
}
