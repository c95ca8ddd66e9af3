import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Asks before somebody leaves a page on which something is not saved.
 * @param dirty something is not saved
 * @param onReload something of it would be lost if the page were loaded anew
 * @returns `asks` while the question stands, with `stay` and `go` to answer it; `finish` lets the page go without one
 */
export function useUnsaved(dirty: boolean, { onReload }: { onReload: boolean }) {
  const finished = useRef(false);
  const holds = () => dirty && !finished.current;
  const leaving = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: () => onReload && holds(), withResolver: true });
  return {
    asks: leaving.status === 'blocked',
    stay: (): void => leaving.reset?.(),
    go: (): void => leaving.proceed?.(),
    finish: (): void => void (finished.current = true),
  };
}
