import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';
import { StartupError } from '#platform/startup-error.ts';
import { secondsLeft, urgencies } from './message.ts';
import type { PushMessage, PushService } from './message.ts';
import { post, PushRefused } from './request.ts';
import { isPushEndpoint } from './subscription.ts';
import type { WebPushSubscription } from './subscription.ts';

/** A pair of keys that this server signs with (RFC 8292), and the contact a push service writes to when something is wrong. */
interface Vapid {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/**
 * Web Push (RFC 8030), encrypted for the browser (RFC 8291).
 * @param gateway where requests go instead, with the address of the push service as the path
 * @param timeoutMs milliseconds for each request
 * @throws StartupError where the keys are no pair
 */
export function createWebPush(vapid: Vapid, gateway: string | undefined, timeoutMs: number): PushService<WebPushSubscription> {
  assertUsable(vapid);
  return {
    async send(subscription, message, now) {
      if (!isPushEndpoint(subscription.endpoint)) throw new PushRefused('the subscription is at no push service of a browser');
      const { endpoint, headers, body } = requestFor(subscription, message, { vapid, now });
      const { host, pathname, search } = new URL(endpoint);
      const url = gateway ? `${gateway}/${host}${pathname}${search}` : endpoint;
      const { status } = await post(url, { headers, body, timeoutMs });
      if (status >= 200 && status < 300) return 'sent';
      if (status === 404 || status === 410) return 'gone';
      throw new PushRefused(`the push service answers ${status}`);
    },
  };
}

/** @throws PushRefused where the message cannot be encrypted for the browser */
function requestFor(subscription: WebPushSubscription, message: PushMessage, { vapid, now }: { vapid: Vapid; now: Date }) {
  const { ids, until: _, ...shown } = message;
  try {
    const made = webPush.generateRequestDetails(subscription, JSON.stringify({ ...ids, ...shown }), {
      vapidDetails: vapid,
      TTL: secondsLeft(message, now),
      urgency: urgencies[message.importance],
      topic: topicOf(message.tag),
    });
    const headers = new Headers(Object.entries(made.headers).map(([name, value]) => [name, String(value)]));
    // Fetch counts for itself.
    headers.delete('content-length');
    return { endpoint: made.endpoint, headers, body: Uint8Array.from(made.body) };
  } catch (error) {
    throw new PushRefused('the keys of the subscription are none', { cause: error });
  }
}

/** At most 32 letters of base64url (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** @throws StartupError */
function assertUsable({ publicKey, privateKey, subject }: Vapid): void {
  try {
    webPush.getVapidHeaders('https://push.example', subject, publicKey, privateKey, 'aes128gcm');
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    if (curve.getPublicKey('base64url') === publicKey) return;
  } catch {
    // What is no key is no half of a pair.
  }
  throw new StartupError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair; `npm run vapid-keys` makes one.');
}
