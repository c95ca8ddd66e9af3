import { Capacitor, registerPlugin } from '@capacitor/core';
import type { SplashScreenPlugin } from '@capacitor/splash-screen';
import { followLooks, type LooksPlugins } from './looks.ts';
import { createShell, nameQuickAction, type Messages, type Plugins } from './shell.ts';

declare global {
  /** The address of the server, from `server.js`, which `npm run mobile` writes. */
  var heartwoodServer: string;
  /** What the phone says of the app, by language, from `messages.js`, written likewise. */
  var heartwoodMessages: { en: Messages } & Record<string, Messages>;
}

// By name alone: what their packages bring for browsers would be in the app for nothing.
const plugin = <Name extends keyof (Plugins & LooksPlugins)>(name: Name) => registerPlugin<(Plugins & LooksPlugins)[Name]>(name);
const platform = Capacitor.getPlatform();
// The phone's language, as in its settings and on its start screen, not the page's.
const messages = globalThis.heartwoodMessages[new Intl.Locale(navigator.language).language] ?? globalThis.heartwoodMessages.en;

if (platform === 'ios' || platform === 'android') {
  globalThis.heartwoodShell = createShell(
    { platform, server: globalThis.heartwoodServer, addressOf: Capacitor.convertFileSrc, messages },
    {
      Access: plugin('Access'),
      App: plugin('App'),
      AppShortcuts: plugin('AppShortcuts'),
      BackgroundTask: plugin('BackgroundTask'),
      Badge: plugin('Badge'),
      Browser: plugin('Browser'),
      Filesystem: plugin('Filesystem'),
      FirebaseMessaging: plugin('FirebaseMessaging'),
      Haptics: plugin('Haptics'),
      NativeBiometric: plugin('NativeBiometric'),
      NativeSettings: plugin('NativeSettings'),
      Share: plugin('Share'),
      ShareTarget: plugin('ShareTarget'),
      Storefront: plugin('Storefront'),
    },
  );
  void nameQuickAction(plugin('AppShortcuts'), messages);
  followLooks(platform, { Keyboard: plugin('Keyboard'), SystemBars: plugin('SystemBars') });
  // The picture of the start goes when the first page stands.
  new MutationObserver((_changes, observer) => {
    if (!document.getElementById('root')?.hasChildNodes()) return;
    observer.disconnect();
    void registerPlugin<SplashScreenPlugin>('SplashScreen').hide();
  }).observe(document, { childList: true, subtree: true });
}
