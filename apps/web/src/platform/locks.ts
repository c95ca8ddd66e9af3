/**
 * Holds a name that no other page of this browser may have meanwhile (Web Locks). The hold ends with the page.
 * @param wait ends the waiting for a name that another page has; without it, nothing is waited for
 * @returns what lets go of it, undefined where another page has it; a browser without Web Locks gives every name to every page
 */
export async function hold(name: string, wait?: AbortSignal): Promise<(() => void) | undefined> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
  const keep = (lock: Lock | null) =>
    new Promise<void>((leave) => {
      resolve(lock ? leave : undefined);
      if (!lock) leave();
    });
  locks.request(name, wait ? { signal: wait } : { ifAvailable: true }, keep).catch(() => resolve(undefined));
  return promise;
}
