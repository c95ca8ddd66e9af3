import { t } from '@heartwood/messages/current';
import { Camera, Minus, Move, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker, useObjectUrl } from '#ui/photo-picker.tsx';
import { hole, useCrop } from '../hooks/use-crop.ts';
import { largestZoom, squareOf, type Crop } from '../logic.ts';
import type { ChosenPhoto } from './portrait.ts';

/** What is left of the stage at each side of the hole, in per cent. */
const inset = (100 - hole) / 2;

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
  const { stage, change, moved } = useCrop(photo, picture, onChange);
  useEffect(() => {
    setPicture(undefined);
    hide(false);
  }, [photo.file]);
  const square = picture && squareOf(photo.crop, picture);
  return (
    <div>
      <div
        ref={stage}
        role="application"
        aria-label={t('people.move')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved with the arrow keys
        tabIndex={0}
        {...moved}
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
          <p className="absolute inset-0 grid place-content-center p-10 text-center type-meta">{t('ui.photos.notShown')}</p>
        ) : (
          <Hole />
        )}
      </div>
      <Zoom crop={photo.crop} disabled={!picture} onChange={change} onPick={onPick} />
    </div>
  );
}

/** The circle that stands still, and what to do. */
function Hole() {
  return (
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
  );
}

/** The slider, and another photo. */
function Zoom({
  crop,
  disabled,
  onChange,
  onPick,
}: {
  crop: Crop;
  disabled: boolean;
  onChange: (crop: Crop) => void;
  onPick: (file: File) => void;
}) {
  return (
    <div className="mx-auto mt-4 flex max-w-[350px] flex-wrap items-center gap-3">
      <Minus className="icon-s text-ink-3" />
      <input
        type="range"
        aria-label={t('people.zoom')}
        min={1}
        max={largestZoom}
        step={0.01}
        value={crop.zoom}
        disabled={disabled}
        onChange={(event) => onChange({ ...crop, zoom: Number(event.target.value) })}
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
  );
}
