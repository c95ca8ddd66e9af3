import { t } from '@heartwood/messages/current';
import { Camera } from 'lucide-react';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker } from '#ui/photo-picker.tsx';

/** Before a photo is chosen: the one so far, or the place for one. */
export function FirstPhoto({
  id,
  src,
  name,
  onPick,
  onRemove,
}: {
  id: string | undefined;
  src: string | undefined;
  name: string;
  onPick: (file: File) => void;
  onRemove: () => void;
}) {
  return (
    <FilePicker label={t('people.photo')} accept={photoTypes} onPick={([file]) => file && onPick(file)}>
      {(open) => (
        <div className="flex flex-col items-center gap-4">
          {src || name.trim() ? (
            <Avatar id={id ?? 'new'} name={name} src={src} size="xxl" />
          ) : (
            <span className="flex size-26 items-center justify-center rounded-full bg-sunken text-ink-3">
              <Camera className="icon-l" />
            </span>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            <Button small look="quiet" icon={<Camera className="icon-s" />} onClick={open}>
              {src ? t('people.anotherPhoto') : t('people.addPhoto')}
            </Button>
            {src && (
              <Button small look="text" onClick={onRemove}>
                {t('people.removePhoto')}
              </Button>
            )}
          </div>
        </div>
      )}
    </FilePicker>
  );
}
