import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** A place that stays as high as it was once what stood in it is `over`, so that nothing below it moves. */
export function Place({ over, className, children }: { over: boolean; className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!over && place.current) place.current.style.minHeight = `${place.current.offsetHeight}px`;
  });
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
