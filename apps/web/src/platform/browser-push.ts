import { fetchFile } from './http.ts';
import { loadRuntimeConfig, runtimeConfig } from './runtime-config.ts';
import { hasWorker, workingWorker } from './worker.ts';

/** How a browser is reached: by its subscription, or by a token of Firebase. */
export interface Reached {
  token: string;
  subscription?: { endpoint: string; keys: { p256dh: string; auth: string } };
}

/**
 * Whether this browser can be told anything: `nowhere` where the server has no keys, `unsupported` where the browser cannot, `uninstalled` where it
 * can once the app is on the Home Screen.
 */
export async function pushSupport(): Promise<'ready' | 'nowhere' | 'unsupported' | 'uninstalled'> {
  const { vapid_public_key: key, firebase } = await loadRuntimeConfig(fetchFile);
  if (!key && !firebase) return 'nowhere';
  if (hasWorker() && 'PushManager' in window && 'Notification' in window) return 'ready';
  // Only iPhones and iPads have `standalone`: whether a page was opened from the Home Screen. They give Web Push to no other page.
  return (navigator as { standalone?: boolean }).standalone === false ? 'uninstalled' : 'unsupported';
}

/** Push in a browser, as the shells have it (platform/device.ts). */
export const browserPush = {
  /** Whether it is allowed. Asks nobody. */
  permission: (): NotificationPermission => Notification.permission,

  /** Calls `listener` when it is allowed or forbidden, where the browser says so. Returns what undoes it. */
  onPermission(listener: () => void): () => void {
    const ended = new AbortController();
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (status) => ended.signal.aborted || status.addEventListener('change', listener, { signal: ended.signal }),
      () => undefined,
    );
    return () => ended.abort();
  },

  /** Asks for the permission: only from a tap, or where it has been given already and nobody is asked. */
  request: (): Promise<NotificationPermission> => Notification.requestPermission(),

  /** How this browser is reached, by a new subscription where there is none, or one for other keys. */
  async token(): Promise<Reached> {
    const { vapid_public_key: key, firebase } = await loadRuntimeConfig(fetchFile);
    const registration = await workingWorker();
    if (key) return reachedBy(await subscribe(registration.pushManager, key));
    if (!firebase) throw new Error('no keys for push are configured');
    const { firebaseToken } = await import('./firebase.ts');
    return { token: await firebaseToken(firebase, registration) };
  },

  /** Lets nobody reach this browser any more, and takes away what it shows: whoever uses it next may be somebody else. @returns the token it was reached by */
  async drop(): Promise<string | undefined> {
    if (!hasWorker()) return undefined;
    const registration = await navigator.serviceWorker.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
    const subscription = await registration?.pushManager?.getSubscription();
    const { vapid_public_key: key, firebase } = runtimeConfig();
    if (registration && subscription && !key && firebase) return (await import('./firebase.ts')).dropFirebaseToken(firebase, registration);
    await subscription?.unsubscribe();
    return subscription?.endpoint;
  },
};

async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key);
  const known = await manager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, applicationServerKey)) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function reachedBy(subscription: PushSubscription): Reached {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const { endpoint } = subscription;
  return { token: endpoint, subscription: { endpoint, keys: { p256dh, auth } } };
}

/** The bytes of base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? []);
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}
