import { t } from '@heartwood/messages/current';
import { Camera, ImagePlus } from 'lucide-react';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import type { AttachedFile } from '#features/sending/logic.ts';
import { uploads, useUploads } from '#features/uploads/state.ts';
import { useOnline } from '#platform/online.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker, isDrawable, useObjectUrl } from '#ui/photo-picker.tsx';
import { UploadTile } from '#ui/upload-tile.tsx';
import { tileOf } from './draft-form.tsx';

/** The photo of the dish, large: to be chosen, changed, taken out. */
export function RecipeCover({ handle, cover }: { handle: ReturnType<typeof useDraft>; cover: AttachedFile | undefined }) {
  const { addPhotos, replacePhoto, removePhoto, movePhoto, draft } = handle;
  const choose = (files: File[]) => {
    const [file] = files;
    if (!file) return;
    if (cover) replacePhoto(cover.key, file);
    else addPhotos([file]);
    // What is added stands last, and the dish comes first.
    movePhoto(cover ? draft.photos.indexOf(cover) : draft.photos.length, 0);
  };
  return (
    <FilePicker label={cover ? t('recipes.form.changePhoto') : t('recipes.form.addPhoto')} accept={photoTypes} onPick={choose}>
      {(open) =>
        cover ? (
          <div className="relative">
            <CoverTile cover={cover} onRemove={() => removePhoto(cover.key)} />
            <IconButton look="glass" label={t('recipes.form.changePhoto')} onClick={open} className="absolute! end-3.5 bottom-3.5">
              <Camera />
            </IconButton>
          </div>
        ) : (
          <button
            type="button"
            onClick={open}
            className="flex aspect-16/10 w-full flex-col items-center justify-center gap-2 rounded-[22px] bg-fir-soft p-4 text-center text-label font-semibold text-fir"
          >
            <ImagePlus className="icon-l" />
            {t('recipes.form.addPhoto')}
          </button>
        )
      }
    </FilePicker>
  );
}

function CoverTile({ cover, onRemove }: { cover: AttachedFile; onRemove: () => void }) {
  const tile = tileOf(cover, useUploads(), useOnline());
  const own = useObjectUrl(isDrawable(tile.file) ? tile.file : null);
  return (
    <UploadTile
      name={tile.name}
      src={own ?? tile.src}
      upload={tile.state}
      preparing={tile.preparing ?? false}
      onRemove={onRemove}
      className="aspect-16/10! rounded-[22px]!"
      {...(tile.retryable ? { onRetry: () => uploads.retry(cover.key) } : {})}
    />
  );
}
