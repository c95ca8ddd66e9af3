import type { AnyRouter } from '@tanstack/react-router';
import { t } from '@heartwood/messages/current';
import { registerPush, watchPush } from '#features/devices/api.ts';
import { outbox } from '#features/sending/state.ts';
import { uploads } from '#features/uploads/state.ts';
import { ageOf } from '#platform/app-version.ts';
import { device } from '#platform/device.ts';
import { fetchFile } from '#platform/http.ts';
import { language } from '#platform/language.ts';
import { navigation } from '#platform/navigation.ts';
import { ownPath } from '#platform/own-path.ts';
import { loadRuntimeConfig } from '#platform/runtime-config.ts';
import { toasts } from '#platform/toasts.ts';
import { vault } from '#platform/vault.ts';
import { forbidZoom } from '#platform/zoom.ts';
import { closeTopmost } from '#ui/topmost.ts';

/**
 * What only a shell does, once the app is there: signing in by face or finger, messages to the device, the back button, no zoom on iOS, what is
 * on its way while the app is not on the screen, and that there is a newer app.
 */
export function startNative(router: Pick<AnyRouter, 'getMatchedRoutes'>): void {
  if (device.platform === 'ios') forbidZoom();
  vault.start();
  watchPush();
  keepSending();
  watchVersion();
  device.onShared(() => void registerPush());
  // Whoever taps a message wants to know what is new: where it leads nowhere, that stands in the list of all.
  device.plugins?.push?.onTap((path) => {
    const own = ownPath(path);
    const page = own && router.getMatchedRoutes(new URL(own, location.origin).pathname)[2];
    device.goTo(page ? own : '/private/notifications');
  });
  device.plugins?.onBack?.((leave) => {
    if (closeTopmost()) return;
    // At home there is nothing behind: the app goes into the background, as others do.
    if (['/dashboard', '/home', '/'].includes(location.pathname)) leave();
    else if (history.length > 1) history.back();
    else navigation.inApp('/dashboard');
  });
}

const onItsWay: ReadonlySet<string> = new Set(['waiting', 'checking', 'uploading']);

/** Whether something is on its way that leaves by itself. */
const isSending = (): boolean =>
  outbox.store.get().some(({ failed }) => failed === undefined) || uploads.store.get().some(({ state }) => onItsWay.has(state.state));

/** What is on its way goes on as long as the system lets it when the app leaves the screen, and by itself when it is back. */
function keepSending(): void {
  let done: (() => void) | undefined;
  const end = () => {
    done?.();
    done = undefined;
  };
  const look = () => isSending() || end();
  outbox.store.subscribe(look);
  uploads.store.subscribe(look);
  device.plugins?.onPause?.(() => {
    if (done || !isSending()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    done = resolve;
    device.plugins?.workOn?.(promise);
  });
  device.plugins?.onResume?.(() => {
    end();
    uploads.retryLost();
    outbox.goOn();
  });
}

/** How long the hint of a newer app stands, in milliseconds. */
const hintFor = 10_000;

/** Says once that the store has a newer app. One that the server does not understand any more is not shown. */
function watchVersion(): void {
  const { version, openStore, onResume } = device.plugins ?? {};
  if (!version) return;
  let isSaid = false;
  const look = async () => {
    const [running, { apps }] = await Promise.all([version(), loadRuntimeConfig(fetchFile)]);
    const age = ageOf(running, apps);
    if (isSaid || age === 'current') return;
    isSaid = true;
    await language.need('pages');
    const store = device.platform === 'ios' ? apps?.ios : apps?.android;
    const open = store ? () => openStore?.(store) : undefined;
    if (age === 'outdated') (await import('./outdated.tsx')).showOutdated(open);
    else if (open) toasts.add(t('devices.app.newer'), { action: { label: t('devices.app.toStore'), run: open }, timeout: hintFor });
  };
  const quietly = () => void look().catch((error: unknown) => console.warn('Nobody knows whether there is a newer app', error));
  quietly();
  onResume?.(quietly);
}
