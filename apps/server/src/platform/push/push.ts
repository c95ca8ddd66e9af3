import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { PushMessage } from './message.ts';
import type { WebPushSubscription } from './subscription.ts';

/** A device as it was registered. Without a subscription its token is one of Firebase. */
interface PushDevice {
  token: string;
  subscription: WebPushSubscription | null;
}

/** Brings messages to devices. */
export interface Push {
  /** Whether any device can be reached from here. */
  readonly isOn: boolean;
  /** Whether there are keys for the service of a device. */
  reaches(device: PushDevice): boolean;
  /**
   * Hands one message over to the service of a device.
   * @returns `gone` where the device takes no messages any more
   * @throws PushRefused where trying again as it is will not help; any other error where it may, PushDelayed where the service says when
   */
  send(device: PushDevice, message: PushMessage): Promise<'sent' | 'gone'>;
}

/** Milliseconds that one request may take, from its first byte to its last. */
const requestTimeoutMs = 10_000;

/**
 * Push by what is configured: Firebase with a service account, browsers with a pair of VAPID keys, both or neither.
 * @throws StartupError where a key is none
 */
export async function createPush(given: { config: Pick<Config, 'push'>; clock: Clock; timeoutMs?: number }): Promise<Push> {
  const { clock, timeoutMs = requestTimeoutMs } = given;
  const { serviceAccount, fcmEndpoint, vapid, webPushGateway } = given.config.push;
  // Their libraries take half a second to load: a server that sends nothing does not load them.
  const apps = serviceAccount ? (await import('./fcm.ts')).createFcm(serviceAccount, fcmEndpoint, timeoutMs) : undefined;
  const browsers = vapid ? (await import('./web-push.ts')).createWebPush(vapid, webPushGateway, timeoutMs) : undefined;
  return {
    isOn: apps !== undefined || browsers !== undefined,
    reaches: ({ subscription }) => (subscription ? browsers : apps) !== undefined,
    async send({ token, subscription }, message) {
      const now = clock.now();
      const outcome = subscription ? browsers?.send(subscription, message, now) : apps?.send(token, message, now);
      if (!outcome) throw new Error('there are no keys for the service of this device');
      return outcome;
    },
  };
}
