import { device } from '#platform/device.ts';
import { browserPush } from '#platform/browser-push.ts';
import { attempt, call } from '#platform/http.ts';
import { session } from '#platform/session.ts';

/**
 * Asks for the permission to push and, once it is granted, has the server remember this device. In a browser only from a tap, or where the
 * permission has been given already.
 * @returns whether the server knows this device now; not where the permission is not granted
 * @throws what has kept the device from being reached, or the server from remembering it
 */
export async function askForPush(): Promise<boolean> {
  const push = device.native ? device.plugins?.push : browserPush;
  if (!push || !session.signedIn()) return false;
  const permission = await push.request();
  if (permission !== 'granted') {
    console.warn(`Push is not allowed: ${permission}`);
    return false;
  }
  const given = await push.token();
  const reached = typeof given === 'string' ? { token: given } : given;
  await call('POST /api/device/register', { body: { ...reached, platform: device.platform } });
  return true;
}

/** As {@link askForPush}, where nobody has pressed anything for it: what fails is shown to nobody, it is logged. */
export async function registerPush(): Promise<boolean> {
  try {
    return await askForPush();
  } catch (error) {
    console.warn('This device could not be registered for push', error);
    return false;
  }
}

/** Lets this browser be told nothing more. What the server is not told it finds out by itself. */
export async function forgetBrowser(): Promise<void> {
  try {
    const token = await browserPush.drop();
    if (token !== undefined && session.signedIn()) await attempt(call('DELETE /api/device/:token', { params: { token } }));
  } catch (error) {
    console.warn('This device could not be forgotten for push', error);
  }
}

/**
 * Keeps the server knowing this shell, for whoever is signed in, where push is allowed already: somebody is asked after they have shared.
 * After a log-out nobody is told here any more. Returns what ends it.
 */
export function watchPush(): () => void {
  const push = device.plugins?.push;
  if (!push) return () => undefined;
  let known: string | null = null;
  const registerAgain = async () => {
    const permission = await push.permission().catch((error: unknown) => console.warn('Push could not be looked at', error));
    if (permission === 'granted') await registerPush();
  };
  const look = () => {
    const { token } = session.get();
    if (token === known) return;
    const before = known;
    known = token;
    if (token) void registerAgain();
    else if (before && !session.isPutAway())
      void push.drop().catch((error: unknown) => console.warn('This device is still registered for push', error));
  };
  push.onToken(() => void registerAgain());
  look();
  return session.subscribe(look);
}
