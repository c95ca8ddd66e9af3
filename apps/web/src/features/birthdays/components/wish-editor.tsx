import { t } from '@heartwood/messages/current';
import type { Gathered, Wish } from '@heartwood/contract/birthdays';
import { Image, Mic, SquarePen, Video } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { VoiceDialog } from '#features/media/components/voice-dialog.tsx';
import { DraftPhotos } from '#features/posts/components/draft-form.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextArea } from '#ui/field.tsx';
import { filmTypes, photoTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';
import { useWish } from '../hooks/use-wish.ts';

/** Where a wish is made or changed: said, written, filmed or shown. `hint` stands below the four ways, `idea` is the slug of what led here. */
export function WishEditor({
  gathered,
  wish,
  idea,
  hint,
  onDone,
}: {
  gathered: Gathered;
  wish?: Wish;
  idea: string | undefined;
  hint: string;
  onDone: () => void;
}) {
  const { handle, ready, isWritten, long, problem, busy, hasLeft, isElsewhere, send, leave } = useWish(gathered, { wish, idea }, onDone);
  const { draft, change, addPhotos } = handle;
  const [writes, setWrites] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const isChange = wish !== undefined;
  const isOpen = ready && (writes || isWritten || isChange);
  // It has been opened by a button that is gone.
  useEffect(() => {
    if (isChange && isOpen) form.current?.querySelector('textarea')?.focus();
  }, [isChange, isOpen]);
  const write = () => {
    setWrites(true);
    requestAnimationFrame(() => form.current?.querySelector('textarea')?.focus());
  };
  return (
    <div ref={form}>
      <div inert={hasLeft}>
        <Ways onAdd={addPhotos} onWrite={write} calm={isOpen} />
      </div>
      <p className="mt-3 type-meta">{hint}</p>
      <DraftNote shown={false} isSending={isElsewhere} onDiscard={leave} />
      {isOpen && (
        <div className="mt-5">
          <TextArea
            story
            name="wish"
            label={t('birthdays.words')}
            value={draft.text}
            readOnly={hasLeft}
            errorWhenLeft={long}
            onChange={(event) => change({ text: event.target.value })}
          />
          {draft.photos.length > 0 && (
            <div inert={hasLeft} className="mt-4">
              <DraftPhotos handle={handle} />
            </div>
          )}
          {problem && (
            <Banner tone="error" className="mt-4">
              {problem}
            </Banner>
          )}
          <div className="mt-5 grid gap-2">
            <Button block busy={busy} onClick={send}>
              {wish ? t('birthdays.save') : t('birthdays.send')}
            </Button>
            {wish && (
              // What is on its way would be sent all the same.
              <Button block look="quiet" aria-disabled={busy || undefined} onClick={busy ? undefined : leave}>
                {t('birthdays.leave')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** The four ways to wish. @param calm none of them is the page's main action any more */
function Ways({ onAdd, onWrite, calm }: { onAdd: (files: File[]) => void; onWrite: () => void; calm: boolean }) {
  const [speaks, setSpeaks] = useState(false);
  return (
    // Four in a row where their words have room, else two.
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(max(25%-6px,min(50%-4px,(20rem-100%)*999)),1fr))] gap-2">
      <Way icon={<Mic />} main={!calm} onClick={() => setSpeaks(true)} opensDialog>
        {t('birthdays.say')}
      </Way>
      <Way icon={<SquarePen />} onClick={onWrite}>
        {t('birthdays.write')}
      </Way>
      <FilePicker label={t('birthdays.film')} accept={filmTypes} onPick={onAdd}>
        {(open) => (
          <Way icon={<Video />} onClick={open}>
            {t('birthdays.film')}
          </Way>
        )}
      </FilePicker>
      <FilePicker label={t('birthdays.photo')} accept={photoTypes} multiple onPick={onAdd}>
        {(open) => (
          <Way icon={<Image />} onClick={open}>
            {t('birthdays.photo')}
          </Way>
        )}
      </FilePicker>
      <VoiceDialog open={speaks} onClose={() => setSpeaks(false)} onUse={(file) => onAdd([file])} />
    </div>
  );
}

function Way({
  icon,
  main = false,
  opensDialog = false,
  onClick,
  children,
}: {
  icon: ReactNode;
  main?: boolean;
  opensDialog?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
      className={`flex min-h-21 w-full min-w-0 flex-col items-center justify-center gap-2 rounded-md px-1 py-3 type-label transition-colors duration-[var(--hw-dur-1)] ${
        main ? 'bg-fir text-on-fir hover:bg-fir-hover' : 'bg-sunken text-ink hover:brightness-95'
      }`}
    >
      {icon}
      {children}
    </button>
  );
}
