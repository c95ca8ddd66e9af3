import { getApps, initializeApp } from '@firebase/app';
import { deleteToken, getMessaging, getToken } from '@firebase/messaging';
import type { RuntimeConfig } from '@heartwood/contract/service';

// Firebase is loaded only where an operator has it and no keys of their own for Web Push.

type FirebaseConfig = NonNullable<RuntimeConfig['firebase']>;

const messagingOf = (config: FirebaseConfig) => getMessaging(getApps()[0] ?? initializeApp(config));

/** The token that Firebase reaches this browser by; our own worker shows what comes. */
export const firebaseToken = (config: FirebaseConfig, serviceWorkerRegistration: ServiceWorkerRegistration): Promise<string> =>
  getToken(messagingOf(config), { serviceWorkerRegistration });

/** Gives the token back. @returns the token that was */
export async function dropFirebaseToken(config: FirebaseConfig, registration: ServiceWorkerRegistration): Promise<string> {
  const token = await firebaseToken(config, registration);
  await deleteToken(messagingOf(config));
  return token;
}
