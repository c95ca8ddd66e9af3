/**
 * Tells the service worker which pictures this page has shown, so that it keeps them for when there is no network. It is not asked for those that were
 * loaded before it was there, or that the browser still has in memory.
 * What it has shown to somebody before is forgotten with what was loaded for them (`forgetLoaded` in platform/storage.ts).
 * @returns what ends it
 */
export function tellSeenPictures(): () => void {
  const { serviceWorker } = navigator;
  let seen: string[] = [];
  const tell = () => {
    if (seen.length > 0) serviceWorker.controller?.postMessage({ seen });
    if (serviceWorker.controller) seen = [];
  };
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries() as PerformanceResourceTiming[];
    seen.push(...loaded.filter(({ initiatorType }) => initiatorType === 'img').map(({ name }) => name));
    tell();
  });
  observer.observe({ type: 'resource', buffered: true });
  serviceWorker.addEventListener('controllerchange', tell);
  return () => {
    observer.disconnect();
    serviceWorker.removeEventListener('controllerchange', tell);
  };
}
