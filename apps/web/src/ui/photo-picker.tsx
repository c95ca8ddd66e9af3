import { t } from '@heartwood/messages/current';
import { Camera, ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';

/** What a photo picker takes; the server looks at the bytes. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,image/tiff,image/bmp,.heic,.heif';

/** What a post can hold: photos, videos, recordings, documents; the server looks at the bytes. */
export const mediaTypes = `${photoTypes},video/mp4,video/quicktime,video/webm,video/x-matroska,.mkv,audio/mp4,audio/mpeg,audio/ogg,audio/wav,audio/webm,.m4a,application/pdf,.dng,.cr2,.nef,.arw`;
/** Videos alone. */
export const filmTypes = 'video/mp4,video/quicktime,video/webm,video/x-matroska,.mkv';

/** Whether a chosen file is a picture that every browser can draw by itself; of others (HEIC, TIFF, raw) only the server makes one. */
export const isDrawable = (file: Blob | null | undefined): boolean => /^image\/(jpeg|png|webp|avif|gif|bmp)$/.test(file?.type ?? '');

/** An address for a chosen file, for as long as the component shows it. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/**
 * Choosing files: an invisible file input behind a control of one's own. `children` gets `open`.
 * The same file can be chosen again; what was chosen before is the caller's to keep.
 */
export function FilePicker({
  label,
  accept,
  multiple,
  capture,
  onPick,
  children,
}: {
  /** Name of the input for screen readers. */
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: 'user' | 'environment';
  onPick: (files: File[]) => void;
  children: (open: () => void) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={capture}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}

/** One portrait: the circle with what is there, and verbs to choose, change or remove it. */
export function PortraitPicker({
  label,
  id,
  name,
  file,
  src,
  onPick,
  optional,
  error,
  className,
}: {
  label: string;
  /** Of the person, for the hue of the initials. */
  id: string;
  name: string;
  /** A file just chosen. */
  file: File | null;
  /** The picture so far. */
  src?: string | undefined;
  onPick: (file: File | null) => void;
  optional?: boolean;
  error?: string | undefined;
  className?: string;
}) {
  const chosen = useObjectUrl(file);
  const shown = chosen ?? src;
  const group = useId();
  return (
    <div role="group" aria-labelledby={group} className={className}>
      <p id={group} className="mb-2 type-label">
        {label}
        {optional && <span className="font-normal text-ink-3"> {t('ui.optional')}</span>}
      </p>
      <FilePicker label={label} accept={photoTypes} onPick={([first]) => first && onPick(first)}>
        {(open) => (
          <div className="flex flex-wrap items-center gap-4">
            <button
              type="button"
              onClick={open}
              aria-label={shown ? t('ui.photos.changeNamed', { name: label }) : t('ui.photos.chooseNamed', { name: label })}
              className="relative rounded-full focus-visible:rounded-full"
            >
              {shown || name.trim() ? (
                <Avatar id={id} name={name} src={shown} size="xxl" />
              ) : (
                <span className="flex size-[104px] items-center justify-center rounded-full bg-sunken text-ink-3">
                  <Camera className="icon-l" />
                </span>
              )}
            </button>
            <div className="flex flex-wrap gap-2">
              <Button small look="quiet" onClick={open}>
                {shown ? t('ui.photos.change') : t('ui.photos.choose')}
              </Button>
              {file && (
                <Button small look="text" onClick={() => onPick(null)}>
                  {t('ui.photos.remove')}
                </Button>
              )}
            </div>
          </div>
        )}
      </FilePicker>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** The tile that adds photos, beside upload tiles. */
export function AddPhotosTile({
  label = t('ui.photos.add'),
  accept = photoTypes,
  onPick,
  className,
}: {
  label?: string;
  accept?: string;
  onPick: (files: File[]) => void;
  className?: string;
}) {
  return (
    <FilePicker label={label} accept={accept} multiple onPick={onPick}>
      {(open) => (
        <button
          type="button"
          onClick={open}
          className={cx(
            'flex aspect-square flex-col items-center justify-center gap-1.5 rounded-[14px] bg-fir-soft p-2 text-center text-meta leading-tight font-semibold text-fir',
            className,
          )}
        >
          <ImagePlus />
          {label}
        </button>
      )}
    </FilePicker>
  );
}
