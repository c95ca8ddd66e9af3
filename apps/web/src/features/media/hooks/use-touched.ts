import { useEffect, useState } from 'react';

/** Milliseconds that a touch counts. */
const lasts = 3_000;

/** Whether somebody has touched something just now, and `touch`, which says that they do. @param counts whether the time runs */
export function useTouched(counts: boolean) {
  const [touches, set] = useState(0);
  useEffect(() => {
    if (touches === 0 || !counts) return undefined;
    const timer = setTimeout(() => set(0), lasts);
    return () => clearTimeout(timer);
  }, [touches, counts]);
  return { touched: touches > 0, touch: () => set((before) => before + 1) };
}
