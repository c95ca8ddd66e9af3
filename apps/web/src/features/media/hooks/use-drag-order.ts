import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';

/** How long a finger rests on an item before it holds it, in milliseconds; a finger that moves before that scrolls. */
const holdAfter = 350;
/** How far a finger that rests may move, in pixels. */
const slack = 10;
/** How near to an edge of the window the page scrolls, and by how much with each movement, in pixels. */
const edge = { within: 90, by: 14 };

/**
 * The order of a list, changed with the mouse, or by a finger that has rested on an item: an item moves as soon as it is dragged over the
 * place of another.
 * @returns the `place` that is dragged, the ref `list` of the list, and the props `dragged(place, name)` of the item at a place
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [place, drag] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const isTouched = useRef(false);
  const over = (at: number | undefined) => {
    if (place === undefined || at === undefined || place === at) return;
    // The next movement finds the order that this one has made.
    flushSync(() => {
      onMove(place, at);
      drag(at);
    });
  };
  const hold = useEffectEvent(drag);
  const moveOver = useEffectEvent(over);
  useEffect(() => {
    if (!list.current) return undefined;
    return listenToFingers(list.current, {
      hold: (at) => flushSync(() => hold(at)),
      over: moveOver,
      touch: (is) => (isTouched.current = is),
    });
  }, []);
  const dragged = (at: number, name: string) => ({
    'data-place': at,
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // Some browsers drag by a finger themselves, some do not: one way is enough.
      if (isTouched.current) return event.preventDefault();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', name);
      drag(at);
    },
    onDragEnter: () => over(at),
    onDragOver: (event: DragEvent) => {
      if (place !== undefined) event.preventDefault();
    },
    onDragEnd: () => drag(undefined),
  });
  return { place, list, dragged };
}

/** Hears of one finger on the items of a list. @returns what ends that */
function listenToFingers(
  list: HTMLElement,
  to: { hold: (at: number | undefined) => void; over: (at: number | undefined) => void; touch: (is: boolean) => void },
): () => void {
  const listening = new AbortController();
  let resting: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
  let isHeld = false;

  const placeAt = (element: Element | null): number | undefined => {
    const item = element?.closest<HTMLElement>('[data-place]');
    return item && list.contains(item) ? Number(item.dataset['place']) : undefined;
  };
  const stopResting = (): void => {
    clearTimeout(resting?.timer);
    resting = undefined;
  };
  const begin = ({ touches, target }: TouchEvent): void => {
    stopResting();
    const [finger] = touches;
    const at = placeAt(target as Element);
    if (!finger || touches.length > 1 || at === undefined) return;
    to.touch(true);
    const timer = setTimeout(() => {
      isHeld = true;
      to.hold(at);
    }, holdAfter);
    resting = { timer, x: finger.clientX, y: finger.clientY };
  };
  const move = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (!finger) return;
    const { clientX: x, clientY: y } = finger;
    if (!isHeld) {
      if (resting && Math.hypot(x - resting.x, y - resting.y) > slack) stopResting();
      return;
    }
    // The page does not scroll with what is dragged, but where it is dragged to an edge.
    event.preventDefault();
    if (y < edge.within) scrollBy(0, -edge.by);
    else if (y > innerHeight - edge.within) scrollBy(0, edge.by);
    to.over(placeAt(document.elementFromPoint(x, y)));
  };
  const end = (event: TouchEvent): void => {
    stopResting();
    to.touch(false);
    if (!isHeld) return;
    // Nothing is pressed where it is let go.
    if (event.cancelable) event.preventDefault();
    isHeld = false;
    to.hold(undefined);
  };
  // A long press opens no menu of the browser on what it holds.
  const stay = (event: Event): void => {
    if (resting || isHeld) event.preventDefault();
  };

  const { signal } = listening;
  list.addEventListener('touchstart', begin, { signal, passive: true });
  list.addEventListener('touchmove', move, { signal, passive: false });
  list.addEventListener('touchend', end, { signal, passive: false });
  list.addEventListener('touchcancel', end, { signal });
  list.addEventListener('contextmenu', stay, { signal });
  return () => {
    stopResting();
    listening.abort();
  };
}
