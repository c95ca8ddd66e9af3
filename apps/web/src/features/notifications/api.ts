import { device } from '#platform/device.ts';
import { call } from '#platform/http.ts';
import { session } from '#platform/session.ts';

/**
 * Asks for the permission to push and, once it is granted, has the server remember this device. Nothing of it that fails
 * is shown to anybody: it is logged.
 */
export async function registerPush(): Promise<void> {
  const { push, platform } = device.plugins ?? {};
  if (!push || !session.signedIn()) return;
  try {
    const permission = await push.request();
    if (permission !== 'granted') {
      console.warn(`Push is not allowed: ${permission}`);
      return;
    }
    const token = await push.token();
    await call('POST /api/device/register', { body: { token, ...(platform ? { platform } : {}) } });
  } catch (error) {
    console.warn('This device could not be registered for push', error);
  }
}

/** Registers the device for whoever is signed in, now and whenever somebody signs in. Returns what ends it. */
export function watchPush(): () => void {
  let known: string | null = null;
  const look = () => {
    const { token } = session.get();
    if (token === known) return;
    known = token;
    void registerPush();
  };
  look();
  return session.subscribe(look);
}
