import type { AnyRouter } from '@tanstack/react-router';
import { registerPush, watchPush } from '#features/devices/api.ts';
import { device } from '#platform/device.ts';
import { navigation } from '#platform/navigation.ts';
import { ownPath } from '#platform/own-path.ts';
import { vault } from '#platform/vault.ts';
import { forbidZoom } from '#platform/zoom.ts';

/** What only a shell does, once the app is there: signing in by face or finger, messages to the device, the back button, no zoom on iOS. */
export function startNative(router: Pick<AnyRouter, 'getMatchedRoutes'>): void {
  if (device.platform === 'ios') forbidZoom();
  vault.start();
  watchPush();
  device.onShared(() => void registerPush());
  // Whoever taps a message wants to know what is new: where it leads nowhere, that stands in the list of all.
  device.plugins?.push?.onTap((path) => {
    const own = ownPath(path);
    const page = own && router.getMatchedRoutes(new URL(own, location.origin).pathname)[2];
    device.goTo(page ? own : '/private/notifications');
  });
  device.plugins?.onBack?.((leave) => {
    // At home there is nothing behind: the app goes into the background, as others do.
    if (['/dashboard', '/home', '/'].includes(location.pathname)) leave();
    else if (history.length > 1) history.back();
    else navigation.inApp('/dashboard');
  });
}
