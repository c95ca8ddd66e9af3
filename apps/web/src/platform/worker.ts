import { device } from './device.ts';
import { navigation } from './navigation.ts';
import { ownPath } from './own-path.ts';

/** Whether pages have a service worker here: in a browser, not while developing. */
export const hasWorker = (): boolean => import.meta.env.PROD && typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

/** Whether the app's own files come from this device: from the shell, or from the service worker that answers this page. */
export const isAppHere = (): boolean => device.native || Boolean(globalThis.navigator?.serviceWorker?.controller);

let isStarted = false;

/**
 * Registers the service worker (platform/service-worker.ts), once, and does what it says: goes to a page somebody has tapped a message of.
 * @param onSubscribed is called when the browser has made a new subscription for push
 */
export function startWorker(onSubscribed: () => void): void {
  if (isStarted || !hasWorker()) return;
  isStarted = true;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: unknown; subscribed?: unknown } | null>) => {
    if (data?.subscribed === true) onSubscribed();
    const path = ownPath(data?.open);
    if (path === undefined) return;
    ports[0]?.postMessage(true);
    if (path !== navigation.here()) navigation.inApp(path);
  });
  serviceWorker.startMessages();
  // Whichever worker it is, also the one of a newer build: it keeps the app.
  const keep = () => serviceWorker.controller?.postMessage({ keep: true });
  serviceWorker.addEventListener('controllerchange', keep);
  keep();
  // Pages do without it.
  serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('The service worker could not be registered', error));
}

/** Milliseconds until a worker that is not there counts as not coming. */
const timeoutMs = 20_000;

/** The registration of a worker that runs. @throws Error where there is none in twenty seconds */
export function workingWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no service worker')), timeoutMs);
    void navigator.serviceWorker.ready.then(resolve);
  });
}
