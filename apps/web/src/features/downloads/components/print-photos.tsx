import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { toasts } from '#platform/toasts.ts';

/** A photo on paper: where its best rendition is, and what is said of it. */
interface Printed {
  id: string;
  src: string;
  text: string;
}

/** Prints photos, each on a page of its own, with what is said of them; nothing of the page around. Seen on paper alone. */
export function PrintPhotos({ photos, onDone }: { photos: readonly Printed[]; onDone: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const done = useEffectEvent(onDone);
  const leaveOut = useEffectEvent((all: readonly PromiseSettledResult<void>[]) => {
    const missing = photos.filter((_, place) => all[place]?.status === 'rejected');
    if (missing.length > 0) toasts.add(t('downloads.notPrinted', { count: missing.length }), { type: 'error' });
    flushSync(() => setLost(new Set(missing.map(({ id }) => id))));
    return missing.length < photos.length;
  });
  useEffect(() => {
    let gone = false;
    const print = async () => {
      const images = [...(sheet.current?.querySelectorAll('img') ?? [])];
      // One that cannot be loaded is left out: the others are printed all the same.
      const all = await Promise.allSettled(images.map((image) => image.decode()));
      if (gone) return;
      if (!leaveOut(all)) return done();
      window.addEventListener('afterprint', done, { once: true });
      window.print();
    };
    void print();
    return () => {
      gone = true;
      window.removeEventListener('afterprint', done);
    };
  }, []);
  return createPortal(
    <div ref={sheet} data-printed>
      {photos
        .filter(({ id }) => !lost.has(id))
        .map(({ id, src, text }) => (
          <figure key={id}>
            <img src={src} alt="" />
            {text && <figcaption>{text}</figcaption>}
          </figure>
        ))}
    </div>,
    document.body,
  );
}
