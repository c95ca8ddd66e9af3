import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from './class-names.ts';

/**
 * A place that stays as high as it was once what stood in it is `over`, so that nothing below it moves. It takes the focus of a control that
 * is removed by then: the next Tab goes on from there.
 */
export function Place({ over, className, children }: { over: boolean; className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    element.style.minHeight = over ? `${height.current}px` : '';
    if (over) return;
    // What stood in it last counts: it may have been higher for a while.
    const remember = () => void (height.current = element.getBoundingClientRect().height);
    remember();
    const observer = new ResizeObserver(remember);
    observer.observe(element);
    return () => observer.disconnect();
  }, [over]);
  useEffect(() => {
    if (over && hasFocus.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [over]);
  return (
    <div
      ref={place}
      tabIndex={over ? -1 : undefined}
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
      className={cx('outline-none', className)}
    >
      {children}
    </div>
  );
}
