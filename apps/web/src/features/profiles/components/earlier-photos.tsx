import { X } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { words } from '../words.ts';
import { removeEarlier } from '#features/profiles/words.ts';

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
  if (images.length === 0) return null;
  return (
    <div>
      <p className="mt-4 type-meta">{words.photosEarlier}</p>
      <ul aria-label={words.photosEarlier} className="mt-2 flex flex-wrap gap-3">
        {images.map((image, index) => (
          <li key={image.id} className="relative">
            <Avatar id={id} name={name} src={addressOf(image.thumb)} size="xl" />
            <button
              type="button"
              aria-label={removeEarlier(index + 1)}
              onClick={() => onRemove(image.id)}
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
