import { t } from '@heartwood/messages/current';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { focusLater } from '#ui/focus-later.ts';

/** Photos of somebody behind the first one, each of which can be taken away. Nothing where there are none. */
export function EarlierPhotos({
  id,
  name,
  images,
  onRemove,
}: {
  /** Of the person they show, for the colour behind them. */
  id: string;
  name: string;
  images: readonly { id: string; thumb: string }[];
  onRemove: (id: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  if (images.length === 0) return null;
  const remove = (image: string, index: number) => {
    const above = place.current?.previousElementSibling;
    onRemove(image);
    // To the photo that takes its place, the one before it, or to what adds one.
    focusLater(() => [...(place.current?.querySelectorAll('button') ?? [])].slice(0, index + 1).at(-1) ?? above?.querySelector('button'));
  };
  return (
    <div ref={place}>
      <p className="mt-4 type-meta">{t('profiles.photosEarlier')}</p>
      <ul aria-label={t('profiles.photosEarlier')} className="mt-2 flex flex-wrap gap-3">
        {images.map((image, index) => (
          <li key={image.id} className="relative">
            <Avatar id={id} name={name} src={addressOf(image.thumb)} size="xl" />
            <button
              type="button"
              aria-label={t('profiles.removeEarlier', { place: index + 1 })}
              onClick={() => remove(image.id, index)}
              className="absolute -top-2.5 -end-3 inline-flex size-hit items-center justify-center rounded-full focus-visible:rounded-full"
            >
              <span className="inline-flex size-7 items-center justify-center rounded-full bg-raised shadow-float">
                <X className="size-4" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
