import { t } from '@heartwood/messages/current';
import { Camera, ImagePlus } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { FieldError, Optional, optionalRow } from './field.tsx';
import { photoTypes } from './file-types.ts';
import { answerFirst } from './painted.ts';

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
 * A chosen photo as it can be shown: its address, or that this browser cannot draw it (HEIC, TIFF); then it is sent all the same.
 */
export function useChosenPhoto(file: Blob | null | undefined): { src: string | undefined; isHidden: boolean } {
  const url = useObjectUrl(file);
  const [undrawable, setUndrawable] = useState<string>();
  useEffect(() => {
    if (!url) return undefined;
    const image = new Image();
    image.addEventListener('error', () => setUndrawable(url));
    image.src = url;
    return () => image.removeAttribute('src');
  }, [url]);
  const isHidden = url !== undefined && url === undrawable;
  return { src: isHidden ? undefined : url, isHidden };
}

/** Below a chosen photo that cannot be drawn. */
export function PhotoNotShown() {
  return (
    <p role="status" className="mt-2 type-meta">
      {t('ui.photos.notShown')}
    </p>
  );
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
  opens = false,
  onPick,
  children,
}: {
  /** Name of the input for screen readers. */
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: 'user' | 'environment';
  /** It opens by itself where the browser lets a page do that. */
  opens?: boolean;
  onPick: (files: File[]) => void;
  children: (open: () => void) => ReactNode;
}) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    if (opens && navigator.userActivation?.isActive) input?.click();
  }, [opens, input]);
  return (
    <>
      <input
        ref={setInput}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={capture}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          // Its control stands beside it.
          if (files.length > 0) void answerFirst(target.nextElementSibling, () => onPick(files));
        }}
      />
      {children(() => input?.click())}
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
  const chosen = useChosenPhoto(file);
  const shown = chosen.src ?? (chosen.isHidden ? undefined : src);
  const group = useId();
  return (
    <div role="group" aria-labelledby={group} className={className}>
      <p id={group} className={cx('mb-2 type-label', optional && optionalRow)}>
        <span className="min-w-0">{label}</span> {optional && <Optional />}
      </p>
      <FilePicker label={label} accept={photoTypes} onPick={([first]) => first && onPick(first)}>
        {(open) => (
          <div className="flex flex-wrap items-center gap-4">
            {/* For the pointer alone: the button beside it does the same, and has the words. */}
            <button type="button" onClick={open} aria-hidden="true" tabIndex={-1} className="relative rounded-full">
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
                {shown || file ? t('ui.photos.change') : t('ui.photos.choose')}
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
      {chosen.isHidden && <PhotoNotShown />}
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
