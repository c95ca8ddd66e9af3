import { t } from '@heartwood/messages/current';
import { Camera, Minus, Move, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { FilePicker, photoTypes, useObjectUrl } from '#ui/photo-picker.tsx';
import { largestZoom, squareOf, withinPicture, type Crop } from '../logic.ts';

/** The hole's share of the stage, and what is left at each side, in per cent. */
const hole = 89.7;
const inset = (100 - hole) / 2;
const step = 0.03;

/** A photo that somebody has chosen, and the part of it that is their portrait. */
export interface ChosenPhoto {
  file: File;
  crop: Crop;
}

/** A new photo, as it begins: its middle, a little above. */
export const chosenPhoto = (file: File): ChosenPhoto => ({ file, crop: { x: 0.5, y: 0.42, zoom: 1 } });

/** Cuts a portrait out of a photo: the circle stands still, the picture moves under it, by dragging, pinching, the slider or the arrow keys. */
export function PhotoCrop({
  photo,
  onChange,
  onPick,
}: {
  photo: ChosenPhoto;
  onChange: (photo: ChosenPhoto) => void;
  onPick: (file: File) => void;
}) {
  const src = useObjectUrl(photo.file);
  const [picture, setPicture] = useState<{ width: number; height: number }>();
  const [hidden, hide] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    setPicture(undefined);
    hide(false);
  }, [photo.file]);

  const change = (crop: Crop) => picture && onChange({ ...photo, crop: withinPicture(crop, picture) });
  /** Moves the picture by shares of the hole. */
  const moveBy = (dx: number, dy: number, zoom = photo.crop.zoom) => {
    if (!picture) return;
    const { side } = squareOf({ ...photo.crop, zoom }, picture);
    change({ x: photo.crop.x - (dx * side) / picture.width, y: photo.crop.y - (dy * side) / picture.height, zoom });
  };
  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    const size = (stage.current?.clientWidth ?? 0) * (hole / 100);
    if (!before || size === 0) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const pinch = other ? Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y) : 1;
    fingers.current.set(event.pointerId, now);
    moveBy((now.x - before.x) / size / (other ? 2 : 1), (now.y - before.y) / size / (other ? 2 : 1), photo.crop.zoom * pinch);
  };
  const byKey = (event: KeyboardEvent) => {
    const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [0, 0];
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    moveBy(dx!, dy!);
  };
  const square = picture && squareOf(photo.crop, picture);
  return (
    <div>
      <div
        ref={stage}
        role="application"
        aria-label={t('people.move')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved with the arrow keys
        tabIndex={0}
        onKeyDown={byKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={(event) => fingers.current.delete(event.pointerId)}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
        className="relative mx-auto aspect-square w-full max-w-[350px] cursor-grab touch-none overflow-hidden rounded-card bg-sunken select-none active:cursor-grabbing"
      >
        {src && !hidden && (
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget }) => setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
            onError={() => hide(true)}
            className={`absolute max-w-none ${square ? '' : 'opacity-0'}`}
            style={
              square && picture
                ? {
                    width: `${(picture.width / square.side) * hole}%`,
                    height: `${(picture.height / square.side) * hole}%`,
                    left: `${inset - (square.left / square.side) * hole}%`,
                    top: `${inset - (square.top / square.side) * hole}%`,
                  }
                : undefined
            }
          />
        )}
        {hidden ? (
          <p className="absolute inset-0 grid place-content-center p-10 text-center type-meta">{t('people.photoNotShown')}</p>
        ) : (
          <>
            <span
              aria-hidden="true"
              className="absolute rounded-full shadow-[0_0_0_999px_rgb(20_14_10/.56),inset_0_0_0_2.5px_#fff]"
              style={{ inset: `${inset}%` }}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute bottom-7 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full bg-[rgb(20_14_10/.6)] px-3.5 py-1.5 text-meta font-semibold whitespace-nowrap text-white"
            >
              <Move className="icon-s" />
              {t('people.dragToMove')}
            </span>
          </>
        )}
      </div>
      <div className="mx-auto mt-4 flex max-w-[350px] flex-wrap items-center gap-3">
        <Minus className="icon-s text-ink-3" />
        <input
          type="range"
          aria-label={t('people.zoom')}
          min={1}
          max={largestZoom}
          step={0.01}
          value={photo.crop.zoom}
          disabled={!picture}
          onChange={(event) => change({ ...photo.crop, zoom: Number(event.target.value) })}
          className="h-hit min-w-22 flex-1 accent-fir"
        />
        <Plus className="icon-s text-ink-3" />
        <FilePicker label={t('people.anotherPhoto')} accept={photoTypes} onPick={([file]) => file && onPick(file)}>
          {(open) => (
            <Button small look="quiet" icon={<Camera className="icon-s" />} onClick={open}>
              {t('people.anotherPhoto')}
            </Button>
          )}
        </FilePicker>
      </div>
    </div>
  );
}

const longestSide = 1_600;

/** The portrait of a chosen photo as a file; the photo as it is where this browser cannot read it. */
export async function portraitOf({ file, crop }: ChosenPhoto): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  const { left, top, side } = squareOf(crop, bitmap);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(longestSide, side));
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  return blob ? new File([blob], 'portrait.jpg', { type: 'image/jpeg' }) : file;
}
