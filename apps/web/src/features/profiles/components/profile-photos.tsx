import { t } from '@heartwood/messages/current';
import type { Profile } from '@heartwood/contract/profiles';
import { Camera } from 'lucide-react';
import { EarlierPhotos } from '#features/profiles/components/earlier-photos.tsx';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker, PhotoNotShown, useChosenPhoto } from '#ui/photo-picker.tsx';

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
  const chosen = useChosenPhoto(file);
  const [portrait] = images;
  const earlier = file ? images : images.slice(1);
  const removeFirst = () => (file ? onPick(null) : portrait && onRemove(portrait.id));
  return (
    <div role="group" aria-label={t('profiles.photoOne')}>
      <FilePicker label={t('profiles.photoOne')} accept={photoTypes} onPick={([first]) => first && onPick(first)}>
        {(open) => (
          <div className="flex flex-wrap items-center gap-5">
            <Avatar id={id} name={name} src={file ? chosen.src : addressOf(portrait?.path)} size="xxl" />
            <div className="flex flex-wrap gap-x-6.5 gap-y-2">
              <Button look="quiet" small icon={<Camera className="icon-s" />} onClick={open}>
                {file || portrait ? t('profiles.photoChange') : t('profiles.photoAdd')}
              </Button>
              {(file || portrait) && (
                <Button flush look="text" small onClick={removeFirst}>
                  {t('profiles.photoRemove')}
                </Button>
              )}
            </div>
          </div>
        )}
      </FilePicker>
      {chosen.isHidden && <PhotoNotShown />}
      {error && <FieldError>{error}</FieldError>}
      <EarlierPhotos id={id} name={name} images={earlier} onRemove={onRemove} />
    </div>
  );
}
