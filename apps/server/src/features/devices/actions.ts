import type { devicesApi } from '@heartwood/contract/devices';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { deviceLimit } from '@heartwood/contract/limits';
import { problemMessage } from '@heartwood/messages/validation';
import type { Session } from '#features/accounts/actions.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { isPushEndpoint } from '#platform/push/subscription.ts';
import { hashToken } from '#platform/tokens.ts';
import * as store from './store.ts';

/** Remembers a device with the session it is used in, and forgets the oldest of too many. @throws Refused validation_failed */
export async function registerDevice(
  platform: Platform,
  session: Session,
  { token, platform: kind, subscription = null }: BodyOf<typeof devicesApi.register>,
): Promise<void> {
  if (subscription && !isPushEndpoint(subscription.endpoint))
    throw refuse.invalid({ 'subscription.endpoint': [problemMessage({ rule: 'default', field: 'endpoint' })] });
  const { id: sessionId, userId } = session;
  const now = platform.clock.now();
  const tokenHash = hashToken(token);
  await platform.db.transaction(async (tx) => {
    await store.lockDevicesOf(tx, userId);
    await store.putDevice(tx, {
      id: newId(platform.clock),
      userId,
      sessionId,
      token,
      tokenHash,
      platform: kind,
      subscription,
      createdAt: now,
      registeredAt: now,
    });
    await store.keepNewest(tx, userId, deviceLimit);
  });
}

/** Forgets one of a user's devices. @throws Refused not_found */
export async function forgetDevice(platform: Platform, userId: string, token: string): Promise<void> {
  const known = await platform.db.transaction((tx) => store.deleteDevice(tx, userId, hashToken(token.trim())));
  if (!known) throw refuse.notFound();
}
