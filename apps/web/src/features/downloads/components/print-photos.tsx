import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';

/** A photo on paper: where its best rendition is, and what is said of it. */
export interface Printed {
  id: string;
  src: string;
  text: string;
}

/** Prints photos, each on a page of its own, with what is said of them; nothing of the page around. Seen on paper alone. */
export function PrintPhotos({ photos, onDone }: { photos: readonly Printed[]; onDone: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    let gone = false;
    const print = async () => {
      const images = [...(sheet.current?.querySelectorAll('img') ?? [])];
      // One that cannot be loaded leaves its page empty: the others are printed all the same.
      await Promise.allSettled(images.map((image) => image.decode()));
      if (gone) return;
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
      {photos.map(({ id, src, text }) => (
        <figure key={id}>
          <img src={src} alt="" />
          {text && <figcaption>{text}</figcaption>}
        </figure>
      ))}
    </div>,
    document.body,
  );
}
