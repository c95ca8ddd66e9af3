/**
 * Requests an exclusive lock, which no other page of this browser gets meanwhile. It ends with the page.
 * @param wait aborts the waiting for a lock that another page has; without it, nothing is waited for
 * @returns what releases it, undefined where another page has it; a browser without Web Locks gives every lock to every page
 * @see https://w3c.github.io/web-locks/
 */
export async function requestLock(name: string, wait?: AbortSignal): Promise<(() => void) | undefined> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
  const keep = (lock: Lock | null) =>
    new Promise<void>((release) => {
      resolve(lock ? release : undefined);
      if (!lock) release();
    });
  locks.request(name, wait ? { signal: wait } : { ifAvailable: true }, keep).catch(() => resolve(undefined));
  return promise;
}
