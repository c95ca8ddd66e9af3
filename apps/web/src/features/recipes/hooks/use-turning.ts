import { useEffect, useEffectEvent, useRef, type TouchEvent } from 'react';

/** Pixels a finger goes sideways at least for it to be meant. */
const meant = 56;

/** Whether a key belongs to something else: a field, a menu, a dialog. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;

/**
 * Turns pages with the arrow keys and by swiping, in the direction of reading; Escape closes.
 * @returns what hears of the fingers
 */
export function useTurning({ onTurn, onClose }: { onTurn: (by: -1 | 1) => void; onClose: () => void }) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target)) return;
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'Escape') onClose();
    else if (event.key === forward) onTurn(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') onTurn(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent): void {
      const touch = touches.item(0);
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const [begun, touch] = [from.current, changedTouches.item(0)];
      from.current = undefined;
      if (!begun || !touch) return;
      const [x, y] = [touch.clientX - begun.x, touch.clientY - begun.y];
      if (Math.abs(x) < meant || Math.abs(x) < 2 * Math.abs(y)) return;
      onTurn(x > 0 === (document.documentElement.dir === 'rtl') ? 1 : -1);
    },
  };
}
