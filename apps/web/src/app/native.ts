import { registerPush, watchPush } from '#features/devices/api.ts';
import { device } from '#platform/device.ts';
import { navigation } from '#platform/navigation.ts';
import { vault } from '#platform/vault.ts';

/** What only a shell does, once the app is there: signing in by face or finger, messages to the device, the back button. */
export function startNative(): void {
  vault.start();
  watchPush();
  device.onShared(() => void registerPush());
  device.plugins?.onBack?.((leave) => {
    // At home there is nothing behind: the app goes into the background, as others do.
    if (['/dashboard', '/home', '/'].includes(location.pathname)) leave();
    else if (history.length > 1) history.back();
    else navigation.inApp('/dashboard');
  });
}
