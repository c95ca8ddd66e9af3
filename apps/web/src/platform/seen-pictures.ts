import { addressOf } from './addresses.ts';
import { picturesOf } from './storage.ts';

/**
 * Tells the service worker which pictures this page has shown, so that it keeps them for when there is no network. It is not asked for those that were
 * loaded before it was there, or that the browser still has in memory.
 * @param since when the page began to show those of who is signed in, in milliseconds of `performance.now()`: what was asked for before is another's
 * @returns what ends it
 */
export function tellSeenPictures(since: number): () => void {
  const { serviceWorker } = navigator;
  let seen: string[] = [];
  const tell = () => {
    if (seen.length > 0) serviceWorker.controller?.postMessage({ seen });
    if (serviceWorker.controller) seen = [];
  };
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries() as PerformanceResourceTiming[];
    seen.push(...loaded.filter(({ initiatorType, startTime }) => initiatorType === 'img' && startTime >= since).map(({ name }) => name));
    tell();
  });
  observer.observe({ type: 'resource', buffered: true });
  serviceWorker.addEventListener('controllerchange', tell);
  return () => {
    observer.disconnect();
    serviceWorker.removeEventListener('controllerchange', tell);
  };
}

/**
 * Loads pictures that were never shown here, so that the service worker keeps them, one after the other; none where it keeps nothing.
 * @param person who is signed in
 * @param addresses as the server gives them
 * @param isWanted whether they are still for who is signed in
 */
export async function loadUnseen(person: string, addresses: readonly string[], isWanted: () => boolean): Promise<void> {
  if (!navigator.serviceWorker?.controller || !(await caches.has(picturesOf(person)).catch(() => false))) return;
  for (const address of addresses) {
    const source = addressOf(address) ?? '';
    // Opened, the cache of somebody who has left meanwhile would be made anew.
    const { pathname } = new URL(source, window.location.href);
    if (await caches.match(pathname, { cacheName: picturesOf(person) }).catch(() => undefined)) continue;
    if (!isWanted()) return;
    const image = new Image();
    image.src = source;
    await image.decode().catch(() => undefined);
  }
}
