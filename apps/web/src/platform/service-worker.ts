/// <reference lib="webworker" />
import { firstKnown, writtenLanguage } from '@heartwood/messages/languages';
import { recalled } from './signed-out-storage.ts';
import { inTime, isAway, cacheApp, cachedPage, cachedPart } from './app-cache.ts';
import { isPicture, keepSeen, picture } from './picture-cache.ts';
import { pagePattern, readPushed, targetOf } from './pushed.ts';
import { storageKeys } from './storage.ts';

// The service worker: shows what is pushed, opens what it is about, and has the app for whoever opens a page of ours without a network, or where
// that is not kept, a page that says so. `vite/service-worker.ts` builds it into one file, and says which pages there are and what is kept.

declare const self: ServiceWorkerGlobalScope;
/** Paths of all pages as the router writes them, and of what is kept; a hash of what is kept. Put in by the build. */
declare const __PAGES__: readonly string[];
declare const __KEPT__: readonly string[];
declare const __VERSION__: string;

/** How long a page that may have been asleep has to say that it goes somewhere. */
const answerTimeoutMs = 2_000;

const pages = pagePattern(__PAGES__);
const kept = `kept ${__VERSION__}`;

self.addEventListener('install', (event) => {
  // What is kept must be of one build, whatever the browser's own cache has.
  const fresh = __KEPT__.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(fresh)));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(begin()));

/** Lets go of the pages that earlier builds kept. From here on a page is asked for while the worker starts. */
async function begin(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('kept ') && name !== kept).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pages.test(pathname)) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(cachedPart(pathname).then((part) => part ?? fetch(request)));
  else if (__KEPT__.includes(pathname)) event.respondWith(inTime(fetch(request)).catch(() => keptFile(pathname)));
  else if (isPicture(request)) event.respondWith(picture(event, (work) => event.waitUntil(work)));
});

self.addEventListener('message', (event) => {
  const { keep, seen } = (event.data ?? {}) as { keep?: true; seen?: readonly string[] };
  if (keep) event.waitUntil(cacheApp());
  if (seen) event.waitUntil(keepSeen(seen));
});

/** A page as the server answers it. Where there is no answer, the app as it is kept; where it is not, the page for being offline. */
async function page(event: FetchEvent): Promise<Response> {
  const asked = answerTo(event);
  // Somebody may stop waiting for it.
  event.waitUntil(asked.catch(() => undefined));
  const app = await cachedPage().catch(() => undefined);
  try {
    const answer = await (app ? inTime(asked) : asked);
    return app && isAway(answer) ? app : answer;
  } catch {
    if (app) return app;
    const { language } = (await recalled<{ language?: string }>(storageKeys.preferences)) ?? {};
    const tag = writtenLanguage(firstKnown([language ?? '', ...self.navigator.languages]) ?? 'en');
    return keptFile(tag === 'en' ? '/offline.html' : `/offline.${tag}.html`);
  }
}

/** What the server answers; it was asked while the worker started. */
const answerTo = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  ((await preloadResponse) as Response | undefined) ?? fetch(request);

const keptFile = async (path: string): Promise<Response> => (await caches.match(path)) ?? Response.error();

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));

/** Shows a message. One that comes twice makes itself heard once. */
async function show(text: string | undefined): Promise<void> {
  const { id, tag, title, body, language, path, importance } = readPushed(text);
  const shown = tag ? await self.registration.getNotifications({ tag }) : [];
  const isKnown = shown.some(({ data }) => (data as { id?: string } | null)?.id === id);
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: '/app-icon-192.png',
    badge: '/badge.png',
    // Of importance 1 and 2 there is nothing to be heard.
    silent: importance <= 2,
    ...(tag ? { renotify: !isKnown && importance > 2 } : {}),
    data: { id, path },
  } as NotificationOptions);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(targetOf((event.notification.data as { path?: unknown } | null)?.path, pages)));
});

/** Shows a page: in a window of ours that somebody looks at, else in another one, else in a new one. Where a window is by now only its app knows. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!window) return void (await self.clients.openWindow(path));
  // A browser may refuse to bring a window to the front; what is wanted stands there all the same.
  await window.focus().catch(() => undefined);
  if (!(await goesTo(window, path))) await window.navigate(path).catch(() => self.clients.openWindow(path));
}

/** Asks the app in a window to go to a page, so that nothing on the way is lost. @returns whether it does; a page without the app says nothing */
function goesTo(window: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    window.postMessage({ open: path }, [port2]);
    setTimeout(() => resolve(false), answerTimeoutMs);
  });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as PushSubscriptionChangeEvent)));

/** Subscribes again when the browser has ended the subscription. Only an open page may tell the server: this one, or the next that is opened. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && key) await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const window of windows) window.postMessage({ subscribed: true }, []);
}
