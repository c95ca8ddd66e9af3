import { minute } from '@heartwood/contract/limits';
import { createAtom, useSelector } from '@tanstack/react-store';
import { device } from './device.ts';
import { navigation } from './navigation.ts';
import { session } from './session.ts';
import { ownPath } from './own-path.ts';
import { readText, storageKeys, writeText } from './storage.ts';

// [Note: Signing in by face or finger]
// Where it is on, the token is in the Keychain or Keystore of the device and in memory, never in local storage. It is read at the start and after
// a while in the background; until then nobody is signed in on this page. The password always works instead. A log-out, the end of the session
// at the server, and another person who signs in end it.

/** `locked` until somebody proves to be the one; `lost` where the device has no secret any more: faces or fingers have changed. */
export type Lock = 'off' | 'open' | 'locked' | 'lost';

/** How long the app may be in the background before it asks again, in milliseconds. */
const away = 5 * minute;

const store = createAtom<Lock>('off');
let pausedAt: number | undefined;

/** Keeps a token behind face or finger; where that is refused, in local storage as without it. */
async function keep(token: string): Promise<boolean> {
  try {
    await device.plugins?.biometric?.keep(token);
  } catch {
    end();
    writeText(storageKeys.token, token);
    return false;
  }
  writeText(storageKeys.token, null);
  store.set('open');
  return true;
}

/** Keeps the token of who signs in next: that of the same person behind the same face, that of another one as without it. */
function keepNext(token: string, isAnothers: boolean): void {
  if (!isAnothers) return void keep(token);
  end();
  writeText(storageKeys.token, token);
}

/** From now on tokens are kept as without it. */
function end(): void {
  session.keepTokenBy();
  writeText(storageKeys.mobileBioAuth, null);
  store.set('off');
  void device.plugins?.biometric?.forget().catch(() => undefined);
}

export const vault = {
  /** Asks for face or finger from now on, at the start and after a while in the background, where that is on. In shells alone, once. */
  start(): void {
    if (!device.plugins?.biometric) return;
    if (readText(storageKeys.mobileBioAuth) === 'true') {
      session.keepTokenBy(keepNext);
      if (!session.signedIn()) {
        store.set('locked');
        // The question stands on the log-in page, which leads back, also where the session has ended meanwhile and takes along where one was.
        // Whoever opened a page of members is there already.
        const last = ownPath(readText(storageKeys.lastRoute));
        if (!navigation.here().startsWith('/login')) navigation.inApp(last ? `/login?redirect=${encodeURIComponent(last)}` : '/login');
      }
    }
    session.onEnd(() => {
      if (!session.isPutAway() && store.get() !== 'off') end();
    });
    device.plugins.onPause?.(() => void (pausedAt = Date.now()));
    device.plugins.onResume?.(() => {
      const since = pausedAt === undefined ? 0 : Date.now() - pausedAt;
      pausedAt = undefined;
      if (store.get() !== 'open' || since < away) return;
      session.putAway();
      store.set('locked');
    });
  },

  /** Puts the token of who is signed in behind face or finger. @returns whether it is there now */
  async turnOn(): Promise<boolean> {
    const { token } = session.get();
    if (!token || !(await keep(token))) return false;
    writeText(storageKeys.mobileBioAuth, 'true');
    session.keepTokenBy(keepNext);
    return true;
  },

  /** Keeps the token as without it. */
  turnOff(): void {
    const { token } = session.get();
    end();
    writeText(storageKeys.token, token);
  },

  /** Asks for face or finger, and signs in. @param reason what the system's question says */
  async unlock(reason: string): Promise<void> {
    const read = await device.plugins?.biometric?.read(reason).catch(() => 'refused' as const);
    if (store.get() !== 'locked' || read === undefined || read === 'refused') return;
    if (read === 'lost') {
      end();
      store.set('lost');
      return;
    }
    store.set('open');
    session.takeUp(read.secret);
  },
};

/** How signing in by face or finger stands, in a component. */
export function useLock(): Lock {
  return useSelector(store);
}
