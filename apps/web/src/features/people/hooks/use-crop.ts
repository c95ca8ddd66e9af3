import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChosenPhoto } from '../components/portrait.ts';
import { squareOf, withinPicture, type Crop } from '../logic.ts';

/** The hole's share of the stage, in per cent. */
export const hole = 89.7;
/** How far an arrow key moves the picture, as a share of the hole. */
const step = 0.03;

/**
 * Moves a picture under the hole, by dragging, pinching or the arrow keys.
 * @param picture its size in pixels, once that is known
 * @returns `stage`, the ref of the element that gets the props `moved`; `change` sets a crop, within the picture
 */
export function useCrop(
  photo: ChosenPhoto,
  picture: { width: number; height: number } | undefined,
  onChange: (photo: ChosenPhoto) => void,
) {
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const change = (crop: Crop): void => {
    if (picture) onChange({ ...photo, crop: withinPicture(crop, picture) });
  };
  /** Moves the picture by shares of the hole. */
  const moveBy = (dx: number, dy: number, zoom = photo.crop.zoom) => {
    if (!picture) return;
    const { side } = squareOf({ ...photo.crop, zoom }, picture);
    change({ x: photo.crop.x - (dx * side) / picture.width, y: photo.crop.y - (dy * side) / picture.height, zoom });
  };
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  const moved = {
    onKeyDown: (event: KeyboardEvent) => {
      const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [0, 0];
      if (dx === 0 && dy === 0) return;
      event.preventDefault();
      moveBy(dx!, dy!);
    },
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      const size = (stage.current?.clientWidth ?? 0) * (hole / 100);
      if (!before || size === 0) return;
      const now = { x: event.clientX, y: event.clientY };
      const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const pinch = other ? Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y) : 1;
      fingers.current.set(event.pointerId, now);
      moveBy((now.x - before.x) / size / (other ? 2 : 1), (now.y - before.y) / size / (other ? 2 : 1), photo.crop.zoom * pinch);
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
  return { stage, change, moved };
}
