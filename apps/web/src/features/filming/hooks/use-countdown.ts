import { useCallback, useEffect, useRef, useState } from 'react';

/** Counts 3, 2, 1. @param onEnd what happens then @returns `left`, which is 0 while nothing is counted */
export function useCountdown(onEnd: () => void) {
  const [left, setLeft] = useState(0);
  const hear = useRef(onEnd);
  useEffect(() => void (hear.current = onEnd), [onEnd]);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => {
      setLeft(left - 1);
      if (left === 1) hear.current();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, count: useCallback(() => setLeft(3), []), stop: useCallback(() => setLeft(0), []) };
}
