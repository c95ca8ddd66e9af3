import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { clockTime } from '#ui/clock-time.ts';
import { Drawing } from '#ui/empty-state.tsx';
import type { Reel } from '../state.ts';
import { DropDialog } from './drop-dialog.tsx';

/** Offers what is there of a film that was interrupted: the page was closed meanwhile. */
export function Unfinished({ reel, onLook, onDrop }: { reel: Reel; onLook: () => void; onDrop: () => void }) {
  const [asks, ask] = useState(false);
  const [isLooking, look] = useState(false);
  return (
    <div className="flex flex-col items-center pt-6 text-center">
      <Drawing name="voices" className="mb-6" />
      <h1 className="type-title">{t('filming.kept.title')}</h1>
      <p className="mt-4 max-w-[34em] soft">{t('filming.kept.text', { minutes: clockTime(reel.seconds) })}</p>
      <div className="mt-8 grid w-full max-w-[380px] gap-3">
        <Button
          block
          busy={isLooking}
          onClick={() => {
            look(true);
            onLook();
          }}
        >
          {t('filming.kept.look')}
        </Button>
        <Button block look="quiet" onClick={() => ask(true)}>
          {t('filming.kept.anew')}
        </Button>
      </div>
      <DropDialog
        open={asks}
        onKeep={() => ask(false)}
        onDrop={() => {
          ask(false);
          onDrop();
        }}
      />
    </div>
  );
}
