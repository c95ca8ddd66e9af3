import { createAtom, useSelector } from '@tanstack/react-store';
import { isCrawler } from './crawler.ts';
import { CallError } from './http.ts';

const store = createAtom<{ error: Error | undefined }>({ error: undefined });

/** What somebody did not wait for, what the network has lost, and a part of the app that did not come (platform/builds.ts) break nothing. */
function isHarmless(error: Error): boolean {
  return error.name === 'AbortError' || (error instanceof CallError && error.status === 0) || error.name === 'PartError';
}

function open(reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (!isHarmless(error) && !isCrawler(navigator.userAgent)) store.set({ error });
}

/** The error that nobody caught: the page cannot be relied upon any more, and the error page stands in its place. */
export const unhandled = {
  /** Takes every error and every rejection that nobody handles, from now on. Crawlers get no error page. */
  watch(): void {
    // Without an error it is a warning of the browser, or of a file that is not ours.
    window.addEventListener('error', ({ error }: ErrorEvent) => error && open(error));
    window.addEventListener('unhandledrejection', ({ reason }) => open(reason));
  },
  /** The page is tried again, or another one is opened. */
  forget: (): void => store.set({ error: undefined }),
};

/** The error that nobody caught, in a component. */
export const useUnhandled = (): Error | undefined => useSelector(store).error;
