import type { BadgePlugin } from '@capawesome/capacitor-badge';
import type { AppShortcutsPlugin } from '@capawesome/capacitor-app-shortcuts';
import type { BackgroundTaskPlugin } from '@capawesome/capacitor-background-task';
import type { FirebaseMessagingPlugin, Importance } from '@capacitor-firebase/messaging';
import type { AppPlugin } from '@capacitor/app';
import type { BrowserPlugin } from '@capacitor/browser';
import type { FilesystemPlugin } from '@capacitor/filesystem';
import type { HapticsPlugin, ImpactStyle } from '@capacitor/haptics';
import type { SharePlugin } from '@capacitor/share';
import type { NativeBiometricPlugin } from '@capgo/capacitor-native-biometric';
import type { AndroidSettings, IOSSettings, NativeSettingsPlugin } from 'capacitor-native-settings';
import type { NativePlugins, NativePush, Permission, Vault } from '@heartwood/web/device';
import { forgetSharedOut, shareOut } from './share-out.ts';
import { createSharedIn, type ShareTargetPlugin } from './shared-in.ts';

/** Our own plug-in, in `ios/App/App/StorefrontPlugin.swift`. */
export interface StorefrontPlugin {
  /** The country of the App Store's account: ISO 3166-1 alpha-3. */
  current: () => Promise<{ country: string | null }>;
}

/** Our own plug-in, in `android/app/src/main/java/family/heartwood/app/AccessPlugin.java`. */
export interface AccessPlugin {
  checkPermissions: () => Promise<{ camera: string }>;
}

/** The plug-ins of Capacitor that the shell stands on. */
export interface Plugins {
  Access: AccessPlugin;
  App: AppPlugin;
  AppShortcuts: AppShortcutsPlugin;
  BackgroundTask: BackgroundTaskPlugin;
  Badge: BadgePlugin;
  Browser: BrowserPlugin;
  Filesystem: FilesystemPlugin;
  FirebaseMessaging: FirebaseMessagingPlugin;
  Haptics: HapticsPlugin;
  NativeBiometric: NativeBiometricPlugin;
  NativeSettings: NativeSettingsPlugin;
  Share: SharePlugin;
  ShareTarget: ShareTargetPlugin;
  Storefront: StorefrontPlugin;
}

/** What the phone says of the app. `channels` are in the order of their importance, from 1 to 5. */
export interface Messages {
  quickAction: string;
  channels: string[];
}

/** Where the app runs, and whose server it belongs to. */
export interface Place {
  platform: 'ios' | 'android';
  /** The address of the server: `https://family.example`. */
  server: string;
  /** The address under which the web view has a file of the device. */
  addressOf: (path: string) => string;
  messages: Messages;
}

/** Bytes that are read of a file at a time on iOS, whose web view has each answer in memory; that of Android has none. */
const inMemory = 16 * 1_048_576;
/** The page of the composer. */
const composer = '/treasures/share-something';
/** The quick action, as in capacitor.config.json. */
const shortcut = { id: 'UploadPhotoAction', iosIcon: 'camera.fill', androidIcon: 'ic_shortcut_photo' };

/**
 * What the app's device bridge is given of a shell (apps/web/src/platform/device.ts).
 * Links of other hosts are dropped here.
 */
export function createShell({ platform, server, addressOf, messages }: Place, plugins: Plugins): NativePlugins {
  const { App, AppShortcuts, Badge, Browser, Haptics } = plugins;
  // The browser lies over the app, which never left the screen: what it looks at anew when it comes back is told here.
  void Browser.addListener('browserFinished', () => document.dispatchEvent(new Event('visibilitychange')));
  if (platform === 'android') void forgetSharedOut(plugins.Filesystem);
  const sharedIn = createSharedIn(plugins.ShareTarget, App, { addressOf, chunkSize: platform === 'ios' ? inMemory : Infinity });
  return {
    platform,
    server,
    onResume: (resumed) => void App.addListener('resume', resumed),
    onPause: (paused) => void App.addListener('pause', paused),
    onBack: (pressed) => void App.addListener('backButton', () => pressed(() => void App.minimizeApp())),
    onLink: (opened) => {
      void App.addListener('appUrlOpen', ({ url }) => {
        const link = ownLink(url, server);
        if (!link) return;
        if (platform === 'android' && isForBrowser(link)) return void Browser.open({ url });
        // Whoever comes back from our page in the system's browser has done with it. Android's goes by itself.
        if (platform === 'ios') void Browser.close().catch(() => undefined);
        opened(link.path, link.parameters);
      });
      sharedIn.onArrived(() => opened(composer, {}));
    },
    sharedIn,
    onQuickAction: (chosen) => void AppShortcuts.addListener('click', ({ shortcutId }) => chosen(shortcutId)),
    tap: () => void Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }).catch(() => undefined),
    badge: async (count) => {
      if ((await Badge.isSupported()).isSupported) await Badge.set({ count });
    },
    openOutside: (url) => Browser.open({ url }),
    biometric: vaultOf(plugins.NativeBiometric),
    push: pushOf(plugins.FirebaseMessaging, platform === 'android' ? messages.channels : []),
    version: async () => (await App.getInfo()).version,
    // What is not of the app is opened by the system, which gives the addresses of its store to the store.
    openStore: (url) => void window.open(url),
    openSettings: () =>
      plugins.NativeSettings.open({
        optionAndroid: 'application_details' as AndroidSettings.ApplicationDetails,
        optionIOS: 'app' as IOSSettings.App,
      }).then(() => undefined),
    ...(platform === 'ios'
      ? { storefront: () => storefrontOf(plugins.Storefront), workOn: (done) => void workOn(plugins.BackgroundTask, done) }
      : {
          mayUseCamera: async () => (await plugins.Access.checkPermissions()).camera === 'granted',
          // The web view of iOS has a sheet of its own.
          shareFiles: (files) => shareOut(plugins, files),
        }),
  };
}

/** Names the quick action in the phone's language; the configuration names it in English, for the time before the first start. */
export const nameQuickAction = (plugin: AppShortcutsPlugin, { quickAction }: Messages): Promise<void> =>
  plugin.set({ shortcuts: [{ ...shortcut, title: quickAction }] }).catch(() => undefined);

/** iOS stops an app some seconds after it has left the screen, unless it asks for more. */
async function workOn(plugin: BackgroundTaskPlugin, done: Promise<void>): Promise<void> {
  const taskId = await plugin.beforeExit(() => undefined);
  await done;
  plugin.finish({ taskId });
}

interface Link {
  /** With its fragment. */
  path: string;
  parameters: Record<string, string>;
}

/**
 * Whether a link is about money, which the browser opens also where the app is there (decision 054), unless it comes back from paying. iOS is told by
 * the server's `apple-app-site-association`; Android knows no paths that an app does not open.
 */
function isForBrowser({ path, parameters }: Link): boolean {
  if (path === '/subscribe') return !parameters['checkout'];
  return /^\/gift(\/|$)/.test(path) || path === '/private/profile#subscription';
}

/** Path and parameters of a link to our server; undefined for every other. */
export function ownLink(url: string, server: string): Link | undefined {
  const link = URL.parse(url);
  if (!link || link.origin !== URL.parse(server)?.origin || link.username || link.password) return undefined;
  return { path: link.pathname + link.hash, parameters: Object.fromEntries(link.searchParams) };
}

/** The name under which the one secret is kept. */
const key = 'session.token';
/** The plug-in's code for a secret that is not there; where faces or fingers have changed it removes the secret. */
const notThere = 21;

function vaultOf(plugin: NativeBiometricPlugin): Vault {
  return {
    // Only what the Keychain or Keystore itself can ask for: a face that Android calls weak opens no key.
    available: async () => (await plugin.isAvailable({ useFallback: false })).strongBiometryIsAvailable,
    keep: (secret) => plugin.setData({ key, value: secret, accessControl: 1 }).then(() => undefined),
    read: async (reason) => {
      try {
        const { value } = await plugin.getSecureData({ key, reason, title: reason });
        return { secret: value };
      } catch (error) {
        const isGone = Number((error as { code?: unknown }).code) === notThere || !(await plugin.isDataSaved({ key })).isSaved;
        return isGone ? 'lost' : 'refused';
      }
    },
    forget: () => plugin.deleteData({ key }).then(() => undefined),
  };
}

const permissionOf = (state: string): Permission => (state === 'granted' || state === 'denied' ? state : 'prompt');

/** Of push that cannot be begun the person sees nothing. */
const logged = (error: unknown): void => console.warn('Push could not be begun', error);

function pushOf(plugin: FirebaseMessagingPlugin, channels: readonly string[]): NativePush {
  return {
    permission: async () => permissionOf((await plugin.checkPermissions()).receive),
    request: async () => {
      const permission = permissionOf((await plugin.requestPermissions()).receive);
      if (permission === 'granted') await makeChannels(plugin, channels);
      return permission;
    },
    token: async () => (await plugin.getToken()).token,
    onToken: (changed) => void plugin.addListener('tokenReceived', ({ token }) => changed(token)).catch(logged),
    onTap: (tapped) =>
      void plugin
        .addListener('notificationActionPerformed', ({ notification }) => {
          tapped((notification.data as { path?: unknown } | undefined)?.path);
        })
        .catch(logged),
    drop: () => plugin.deleteToken(),
  };
}

/** Channels that the server names in its messages: one for each importance from 1 to 5. Android lets people change them in the settings. */
async function makeChannels(plugin: FirebaseMessagingPlugin, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const importance = (index + 1) as Importance;
    await plugin.createChannel({ id: `heartwood-${importance}`, name, importance, visibility: 0 });
  }
}

async function storefrontOf(plugin: StorefrontPlugin): Promise<string> {
  const { country } = await plugin.current();
  if (!country) throw new Error('the App Store names no country');
  return country;
}
