import { t } from '@heartwood/messages/current';
import { OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import { useKeeps } from '#platform/device-storage.ts';
import { Button } from '#ui/button.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

/** That this device has no room for what is written. */
export function NotKept() {
  return (
    <span role="status" className="flex min-w-0 flex-[1_1_11rem] items-center gap-2 text-error">
      <OctagonAlert className="icon-s shrink-0" />
      {t('posts.draftNotKept')}
    </span>
  );
}

/** Below what is written: that it is kept on this device, or that there is no room for it, and a way to begin anew; it `asks` before a whole post is thrown away. */
export function KeptDraft({ shown, asks = false, onDiscard }: { shown: boolean; asks?: boolean; onDiscard: () => void }) {
  const [asking, ask] = useState(false);
  const keeps = useKeeps();
  return (
    <>
      {shown && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6.5 type-meta">
          {keeps ? t('posts.draftKept') : <NotKept />}
          <Button small flush look="danger" onClick={() => (asks ? ask(true) : onDiscard())} className="-me-3">
            {t('posts.startOver')}
          </Button>
        </p>
      )}
      <DiscardDialog open={asking} onOpenChange={ask} onDiscard={onDiscard} />
    </>
  );
}
