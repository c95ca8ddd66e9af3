import { navigation } from './navigation.ts';
import { ownPath } from './own-path.ts';
import { readText, storageKeys, writeText } from './storage.ts';

/** Where the app runs. */
export type Platform = 'web' | 'ios' | 'android';

/** What the app shells bring along. Each is optional: what is missing is left out of the screens. */
export interface NativePlugins {
  platform: 'ios' | 'android';
  /** Calls back when the shell comes to the front again. */
  onResume?: (resumed: () => void) => void;
  /** Calls back with the path of a universal link and its parameters. */
  onLink?: (opened: (path: string, parameters: Record<string, string>) => void) => void;
  /** Calls back with the name of a quick action of the home screen. */
  onQuickAction?: (chosen: (name: string) => void) => void;
  /** A light tap. */
  tap?: () => void;
  /** Biometric sign-in, where the device has it. */
  biometric?: { available: () => Promise<boolean>; confirm: (reason: string) => Promise<boolean> };
  /** Push: asks for the permission, and gives the device's token. */
  push?: { request: () => Promise<'granted' | 'denied' | 'prompt'>; token: () => Promise<string> };
  /** Opens an address in the system browser. */
  openOutside?: (url: string) => Promise<void>;
}

declare global {
  /** An app shell puts there what it brings along, before the app's first script runs. */
  var heartwoodShell: NativePlugins | undefined;
}

let plugins: NativePlugins | undefined;
let landed = false;

/** The device, as far as the web code knows it. In a browser it is `web` and has no plugins. */
export const device = {
  get platform(): Platform {
    return plugins?.platform ?? 'web';
  },
  get native(): boolean {
    return plugins !== undefined;
  },
  get plugins(): NativePlugins | undefined {
    return plugins;
  },

  /** Meets the shell around this page, where there is one. Before the first page is loaded, once the app can be moved (platform/navigation.ts). */
  meetShell(): void {
    if (globalThis.heartwoodShell) this.become(globalThis.heartwoodShell);
  },

  /** Takes what a shell brings along. Wires resume, links and quick actions, and turns zoom off on iOS. */
  become(native: NativePlugins): void {
    plugins = native;
    landed = false;
    native.onResume?.(() => {
      const last = readText(storageKeys.lastRoute);
      if (last && last !== navigation.here()) navigation.inApp(last);
    });
    native.onLink?.((path, parameters) => {
      const target = linkTarget(path, parameters);
      if (target) navigation.inApp(target);
    });
    native.onQuickAction?.((name) => {
      if (name === 'UploadPhotoAction') navigation.inApp('/mobile/iosQuickAction');
    });
    if (native.platform === 'ios') forbidZoom();
  },

  /**
   * On each guarded navigation of a shell: the first landing goes to the saved route where that is another one;
   * afterwards the route is saved.
   * @returns the path to go to instead, if any
   */
  visit(path: string): string | undefined {
    if (!plugins) return undefined;
    const last = ownPath(readText(storageKeys.lastRoute));
    if (!landed) {
      landed = true;
      if (last && last !== path) return last;
    }
    writeText(storageKeys.lastRoute, path);
    return undefined;
  },
};

/** The path a universal link opens: its parameters joined as a query string with `&`; undefined where it is none of ours. */
export function linkTarget(path: string, parameters: Record<string, string>): string | undefined {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return ownPath(query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path);
}

/** iOS: no zoom by scale, double tap or pinch (the lightbox has its own). */
function forbidZoom(): void {
  document
    .querySelector('meta[name="viewport"]')
    ?.setAttribute('content', 'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no, viewport-fit=cover');
  let lastTap = 0;
  document.addEventListener(
    'touchend',
    (event) => {
      if (event.timeStamp - lastTap < 300) event.preventDefault();
      lastTap = event.timeStamp;
    },
    { passive: false },
  );
  for (const gesture of ['gesturestart', 'gesturechange', 'gestureend'])
    document.addEventListener(gesture, (event) => event.preventDefault(), { passive: false });
}
