import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

/** Whether one address shows another page than another: where only the hash or what lies over the page differs, it is the same. */
const isElsewhere = ({ current, next }: Record<'current' | 'next', { pathname: string; search: object }>): boolean =>
  current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);

/**
 * Asks before somebody leaves a page on which something is not saved.
 * @param dirty something is not saved
 * @param onReload something of it would be lost if the page were loaded anew
 * @param isOfPage it is lost with its page alone: nobody is asked where a photo opens large over it
 * @returns `asks` while the question stands, with `stay` and `go` to answer it; `finish` lets the page go without one
 */
export function useUnsaved(dirty: boolean, { onReload, isOfPage = false }: { onReload: boolean; isOfPage?: boolean }) {
  const finished = useRef(false);
  const holds = () => dirty && !finished.current;
  const leaving = useBlocker({
    shouldBlockFn: (ways) => holds() && (!isOfPage || isElsewhere(ways)),
    enableBeforeUnload: () => onReload && holds(),
    withResolver: true,
  });
  return {
    asks: leaving.status === 'blocked',
    stay: (): void => leaving.reset?.(),
    go: (): void => leaving.proceed?.(),
    finish: (): void => void (finished.current = true),
  };
}
