import { t } from '@heartwood/messages/current';
import type { Gathered, Wish } from '@heartwood/contract/birthdays';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { useTakeBack } from '../api.ts';
import { WishEditor } from './wish-editor.tsx';
import { WishMedia } from './wish-media.tsx';

/** One's own wish: to be made, made, or being changed. Nothing where none can be made and none was. */
export function YourWish({ gathered, isToday, idea }: { gathered: Gathered; isToday: boolean; idea: string | undefined }) {
  const { user } = useSession();
  const [changes, setChanges] = useState(false);
  const wish = gathered.wishes.find(({ author }) => author.user_id === user?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const made = changes ? undefined : wish?.id;
  // What was pressed goes with what it stood in.
  useEffect(() => () => focusLater(() => (document.activeElement === document.body ? heading.current : null)), [made]);
  if (!wish && !gathered.can.wish) return null;
  return (
    <section className="mt-8" aria-labelledby="your-wish">
      <h2 ref={heading} id="your-wish" tabIndex={-1} className="type-subhead outline-none">
        {t('birthdays.yourWish')}
      </h2>
      {wish && !changes ? (
        <MadeWish wish={wish} onChange={() => setChanges(true)} />
      ) : (
        <WishEditor
          key={wish?.id ?? 'new'}
          gathered={gathered}
          idea={idea}
          {...(wish ? { wish } : {})}
          hint={isToday ? t('birthdays.hintToday') : t('birthdays.hint')}
          onDone={() => setChanges(false)}
        />
      )}
    </section>
  );
}

function MadeWish({ wish, onChange }: { wish: Wish; onChange: () => void }) {
  const [asks, ask] = useState(false);
  const takeBack = useTakeBack();
  return (
    <Card pad className="mt-3">
      <WishMedia media={wish.media} name={wish.author.name} />
      {wish.text && <p className={`type-story whitespace-pre-line ${wish.media.length > 0 ? 'mt-3' : ''}`}>{wish.text}</p>}
      {wish.can.edit && (
        <div className="mt-4 flex flex-wrap gap-x-6.5 gap-y-2">
          <Button small look="quiet" onClick={onChange}>
            {t('birthdays.change')}
          </Button>
          <Button small flush look="danger" onClick={() => ask(true)}>
            {t('birthdays.takeBack')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={t('birthdays.takeBackDialog.title')}
        text={t('birthdays.takeBackDialog.text')}
        confirm={t('birthdays.takeBackDialog.confirm')}
        keep={t('birthdays.takeBackDialog.keep')}
        open={asks}
        onOpenChange={ask}
        busy={takeBack.isPending}
        onConfirm={() => takeBack.mutate(wish.id, { onSuccess: () => ask(false) })}
      />
    </Card>
  );
}
