import { navigation } from './navigation.ts';
import { ownPath } from './own-path.ts';
import { readText, storageKeys, writeText } from './storage.ts';

/** Where the app runs. */
export type Platform = 'web' | 'ios' | 'android';

/** What the app shells bring along. Each is optional: what is missing is left out of the screens. */
export interface NativePlugins {
  platform: 'ios' | 'android';
  /** The address of the server, such as `https://family.example`; the page itself comes from the device. */
  server?: string;
  /** Calls back when the shell comes to the front again. */
  onResume?: (resumed: () => void) => void;
  /** Calls back with the path of a universal link, its fragment behind it, and its parameters. */
  onLink?: (opened: (path: string, parameters: Record<string, string>) => void) => void;
  /** Calls back with the name of a quick action of the home screen. */
  onQuickAction?: (chosen: (name: string) => void) => void;
  /** A light tap. */
  tap?: () => void;
  /** Biometric sign-in, where the device has it. */
  biometric?: Vault;
  /** Push: what is allowed, the question for it, and the device's token. */
  push?: NativePush;
  /** Calls back when the shell leaves the screen. */
  onPause?: (paused: () => void) => void;
  /** Calls back when the back button is pressed; `leave` puts the app into the background. */
  onBack?: (pressed: (leave: () => void) => void) => void;
  /** Shows a number on the app's icon; 0 removes it. */
  badge?: (count: number) => Promise<void>;
  /** Opens an address in the system browser. */
  openOutside?: (url: string) => Promise<void>;
  /** The version of this app, such as `1.2.0`. */
  version?: () => Promise<string>;
  /** Opens an address of the app store in the app of the store. */
  openStore?: (url: string) => void;
  /** Has the system let the app work while it is not on the screen, as long as it lets it (half a minute), until `done`. */
  workOn?: (done: Promise<void>) => void;
  /** Opens this app's page in the settings of the system. */
  openSettings?: () => Promise<void>;
  /** Whether the camera may be used. Asks nobody. Where the system's picker of photos has a camera of its own this is missing. */
  mayUseCamera?: () => Promise<boolean>;
  /** What other apps have shared into this one. The shell opens the composer for it, as a link would. */
  sharedIn?: SharedIn;
  /** Hands files to other apps by the system's sheet, where the web view has none. */
  shareFiles?: (files: readonly File[]) => Promise<'shared' | 'dismissed'>;
  /** The country of the app store's account on this device: ISO 3166-1 alpha-3, as StoreKit has it (`USA`). */
  storefront?: () => Promise<string>;
}

/** What other apps have shared into this one, kept by the shell until it is removed. */
export interface SharedIn {
  waiting: () => Promise<SharedThing[]>;
  remove: (id: string) => Promise<void>;
  /** Calls back when more has come. Returns what ends it. */
  onMore: (more: () => void) => () => void;
}

/** What was shared at once. `gone` counts the files that could not be read any more. */
export interface SharedThing {
  id: string;
  text: string;
  /** Each is read when it is asked for; the promise is rejected where the file is gone. */
  files: (() => Promise<File>)[];
  gone: number;
}

/** Keeps one secret in the Keychain or Keystore, readable only by the face or finger it was kept with. */
export interface Vault {
  available: () => Promise<boolean>;
  keep: (secret: string) => Promise<void>;
  /** @returns the secret; `lost` where there is none any more, or faces and fingers have changed; `refused` where nobody proved to be the one */
  read: (reason: string) => Promise<{ secret: string } | 'lost' | 'refused'>;
  forget: () => Promise<void>;
}

/** What the system lets an app do. */
export type Permission = 'granted' | 'denied' | 'prompt';

/** Push as the system of the shell has it. */
export interface NativePush {
  /** What is allowed. Asks nobody. */
  permission: () => Promise<Permission>;
  /** Asks, where nobody has been asked yet. */
  request: () => Promise<Permission>;
  token: () => Promise<string>;
  /** Calls back with another token of this device. */
  onToken: (changed: (token: string) => void) => void;
  /** Calls back with what a message that was tapped says of where it leads. */
  onTap: (tapped: (path: unknown) => void) => void;
  /** Lets nobody reach this device any more. */
  drop: () => Promise<void>;
}

declare global {
  /** An app shell puts there what it brings along, before the app's first script runs. */
  var heartwoodShell: NativePlugins | undefined;
}

let plugins: NativePlugins | undefined;
let landed = false;
/** Whether somebody has chosen where to go since the shell left the screen. */
let chosen = false;
let afterSharing: (() => void) | undefined;

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

  /** Takes what a shell brings along. Wires resume, links and quick actions; what is not needed before the first page is in `app/native.ts`. */
  become(native: NativePlugins): void {
    plugins = native;
    landed = false;
    native.onPause?.(() => void (chosen = false));
    // Android tells of a link before it tells that the shell is in front again.
    native.onResume?.(() => {
      const last = ownPath(readText(storageKeys.lastRoute));
      if (last && !chosen && last !== navigation.here()) navigation.inApp(last);
    });
    native.onLink?.((path, parameters) => goTo(linkTarget(path, parameters)));
    native.onQuickAction?.((name) => goTo(name === 'UploadPhotoAction' ? '/mobile/iosQuickAction' : undefined));
  },

  /** Goes where somebody chose to go, which counts before the saved route. */
  goTo(path: string): void {
    landed = true;
    chosen = true;
    navigation.inApp(path);
  },

  /** Calls `listener` after a post has been shared from here. */
  onShared(listener: () => void): void {
    afterSharing = listener;
  },

  /** A post has been shared from here. */
  shared: (): void => afterSharing?.(),

  /** The storefront of the shell's app store; undefined in a browser, and where the shell does not tell. */
  async storefront(): Promise<string | undefined> {
    try {
      return await plugins?.storefront?.();
    } catch {
      return undefined;
    }
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

function goTo(path: string | undefined): void {
  if (path) device.goTo(path);
}

/** The path a universal link opens: its parameters joined as a query string with `&`; undefined where it is none of ours. */
export function linkTarget(path: string, parameters: Record<string, string>): string | undefined {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const [page = '', place] = path.split(/(?=#)/);
  return ownPath((query ? `${page}${page.includes('?') ? '&' : '?'}${query}` : page) + (place ?? ''));
}
