import type { Profile } from '@heartwood/contract/accounts';
import { Camera, X } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { FilePicker, photoTypes, useObjectUrl } from '#ui/photo-picker.tsx';
import { words } from '../words.ts';

const { profile: said } = words;

/** One's photos: the portrait, a new one in front of it, and earlier ones that can be taken away. Nothing counts until it is saved. */
export function ProfilePhotos({
  id,
  name,
  images,
  file,
  onPick,
  onRemove,
  error,
}: {
  id: string;
  name: string;
  /** Those that are there and not to be removed, the portrait first. */
  images: Profile['images'];
  /** The new one. */
  file: File | null;
  onPick: (file: File | null) => void;
  onRemove: (id: string) => void;
  error: string | undefined;
}) {
  const chosen = useObjectUrl(file);
  const [portrait] = images;
  const earlier = file ? images : images.slice(1);
  const removeFirst = () => (file ? onPick(null) : portrait && onRemove(portrait.id));
  return (
    <div role="group" aria-label={said.photoOne}>
      <FilePicker label={said.photoOne} accept={photoTypes} onPick={([first]) => first && onPick(first)}>
        {(open) => (
          <div className="flex flex-wrap items-center gap-5">
            <Avatar id={id} name={name} src={chosen ?? addressOf(portrait?.path)} size="xxl" />
            <div className="flex flex-wrap gap-2">
              <Button look="quiet" small icon={<Camera className="icon-s" />} onClick={open}>
                {file || portrait ? said.photoChange : said.photoAdd}
              </Button>
              {(file || portrait) && (
                <Button look="text" small onClick={removeFirst}>
                  {said.photoRemove}
                </Button>
              )}
            </div>
          </div>
        )}
      </FilePicker>
      {error && <FieldError>{error}</FieldError>}
      {earlier.length > 0 && (
        <>
          <p className="mt-4 type-meta">{said.photosEarlier}</p>
          <ul aria-label={said.photosEarlier} className="mt-2 flex flex-wrap gap-3">
            {earlier.map((image, index) => (
              <li key={image.id} className="relative">
                <Avatar id={id} name={name} src={addressOf(image.thumb)} size="xl" />
                <button
                  type="button"
                  aria-label={said.photoRemoveEarlier(index + 1)}
                  onClick={() => onRemove(image.id)}
                  className="absolute -top-2.5 -right-3 inline-flex size-hit items-center justify-center rounded-full focus-visible:rounded-full"
                >
                  <span className="inline-flex size-7 items-center justify-center rounded-full bg-raised shadow-float">
                    <X className="size-4" />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
