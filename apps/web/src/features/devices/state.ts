import { createAtom, useSelector } from '@tanstack/react-store';
import { browserPush, pushSupport } from '#platform/browser-push.ts';
import { recalled, remember } from '#platform/signed-out-storage.ts';
import { device } from '#platform/device.ts';
import { session } from '#platform/session.ts';
import { askForPush, forgetBrowser, registerPush } from './api.ts';

/**
 * Whether this browser tells who is signed in. `nowhere`: the server has no keys for it, or a shell asks by itself; `denied`: the browser lets
 * nobody tell; `uninstalled`: an iPhone whose browser tells nobody before Heartwood is on its Home Screen.
 */
export type Telling = 'unknown' | 'nowhere' | 'unsupported' | 'uninstalled' | 'denied' | 'off' | 'on';

const store = createAtom<Telling>('unknown');
/** The name under which the device remembers whom it tells: their id. A log-out ends it, the loss of a session does not. */
const told = 'push';

const tellsMe = async (): Promise<boolean> => {
  const person = session.person();
  return person !== undefined && (await recalled(told)) === person;
};

/** This browser as something that tells. */
export const thisBrowser = {
  /** Finds out how things stand. Asks nobody. */
  async look(): Promise<void> {
    const support = device.native ? 'nowhere' : await pushSupport();
    if (support !== 'ready') return store.set(support);
    const permission = browserPush.permission();
    if (permission === 'denied') return store.set('denied');
    store.set(permission === 'granted' && (await tellsMe()) ? 'on' : 'off');
  },

  /** Follows what is allowed in the browser's settings. Returns what ends it. */
  follow(): () => void {
    void this.look();
    return browserPush.onPermission(() => void this.look());
  },

  /** From a tap: asks for the permission and has the server remember this browser. @throws what fails of it: it is off as before */
  async turnOn(): Promise<void> {
    try {
      if (await askForPush()) await remember(told, session.person());
    } finally {
      await this.look();
    }
  },

  /** Tells nothing more. */
  async turnOff(): Promise<void> {
    await remember(told, undefined);
    await forgetBrowser();
    await this.look();
  },
};

/** How this browser stands, in a component. */
export function useTelling(): Telling {
  return useSelector(store);
}

/** Tells the server again who is told here: a new session, a new subscription or new keys make the old one void. */
export async function keepTelling(): Promise<void> {
  const person = await recalled(told);
  if (person === undefined || !session.signedIn()) return;
  if (person === session.person()) return void (await registerPush());
  // Somebody else has signed in here, who has asked for nothing.
  await thisBrowser.turnOff();
}
