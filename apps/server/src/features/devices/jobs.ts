import { sessionDays } from '#features/accounts/rules.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { newId } from '#platform/ids.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { PushDelayed, PushRefused } from '#platform/push/request.ts';
import { within } from '#platform/within.ts';
import { messagesOf } from './present.ts';
import type { Telling } from './present.ts';
import { dueAt, lookAt } from './rules.ts';
import * as store from './store.ts';

/**
 * What may be told on a user's devices now of some notifications: not what they have read or may not see any more, nothing where nothing
 * may reach them. The features above know it.
 */
export type MayTell = (
  platform: Platform,
  userId: string,
  notificationIds: readonly string[],
) => Promise<{ holdUntil: Date } | { telling: Telling }>;

/** One message for one device. It is worded when it is sent: the job holds ids alone. */
interface Sending {
  /** The same at every try. */
  id: string;
  deviceId: string;
  userId: string;
  of: readonly string[];
}

const waking: JobKind<object> = { name: 'devices-wake', concurrency: 1, timeout: 600, lateAfterSeconds: 120, retries: 3 };
const sweeping: JobKind<object> = { name: 'devices-sweep', concurrency: 1, timeout: 600, retries: 0 };
// Thirty tries, the later ones an hour apart, span a day: so long a message is worth something.
const sending: JobKind<Sending> = { name: 'devices-send', concurrency: 4, timeout: 120, lateAfterSeconds: 600, retries: 30 };

/** How many users are looked for in one statement. */
const batchSize = 200;

/** Has the devices of some users told of something soon, in the transaction in which they are told of it. See [Note: One message for a burst]. */
export async function pushSoon(platform: Platform, tx: Tx, told: readonly { id: string; userId: string }[]): Promise<void> {
  const now = platform.clock.now();
  if (told.length > 0 && (await store.insertPushes(tx, told, now)) > 0) await platform.jobs.enqueue(tx, waking, {}, { after: lookAt(now) });
}

/** Hands over what is due, to the jobs that send it. What fails for one user stays, and the others are handled. */
export async function pushDue(platform: Platform, mayTell: MayTell): Promise<void> {
  const now = platform.clock.now();
  for (let after: string | undefined; ;) {
    const userIds = await store.usersDue(platform.db, dueAt(now), now, { after, limit: batchSize });
    for (const userId of userIds)
      await handOver(platform, mayTell, userId).catch((error: unknown) =>
        platform.log.error({ user: userId, error: describeError(error) }, 'what is due could not be handed over to devices'),
      );
    after = userIds.at(-1);
    if (userIds.length < batchSize) return;
  }
}

/** Hands over what waits for one user: a job for each message and device, in the transaction that lets it wait no more. */
async function handOver(platform: Platform, mayTell: MayTell, userId: string): Promise<void> {
  const { db, jobs, clock, push } = platform;
  await db.transaction(async (tx) => {
    const ids = await store.takePushes(tx, userId);
    if (ids.length === 0) return;
    const found = await mayTell(within(platform, tx), userId, ids);
    if ('holdUntil' in found) return store.holdPushes(tx, ids, found.holdUntil);
    const devices = (await store.devicesOf(tx, userId, liveSince(platform))).filter((device) => push.reaches(device));
    for (const { id: deviceId } of devices)
      for (const { of } of messagesOf(found.telling)) await jobs.enqueue(tx, sending, { id: newId(clock), deviceId, userId, of });
    await store.deletePushes(tx, ids);
  });
}

const liveSince = ({ clock }: Platform): Date => plus(clock.now(), { days: -sessionDays });

/**
 * Sends one message to one device, if it is still theirs, a user is signed in there and there is still something to say.
 * @throws Error where its service may take it another time
 */
async function send(platform: Platform, mayTell: MayTell, given: Sending): Promise<void> {
  const { db, log, push } = platform;
  const { id, deviceId, userId, of } = given;
  const device = (await store.devicesOf(db, userId, liveSince(platform))).find((one) => one.id === deviceId);
  if (!device) return;
  const found = await mayTell(platform, userId, of);
  if ('holdUntil' in found) return sendAt(platform, db, given, found.holdUntil);
  try {
    for (const { message } of messagesOf(found.telling)) {
      if ((await push.send(device, { ...message, id: `${id} ${message.tag}` })) === 'sent') continue;
      if (await store.deleteRefused(db, device))
        log.info({ device: device.id, user: userId }, 'a device takes no messages any more and is forgotten');
      return;
    }
  } catch (error) {
    if (error instanceof PushDelayed) return sendAt(platform, db, given, plus(platform.clock.now(), { seconds: error.retryAfter }));
    if (!(error instanceof PushRefused)) throw error;
    log.error({ device: device.id, user: userId, error: describeError(error) }, 'a message was refused for good by the push service');
  }
}

const sendAt = ({ jobs }: Platform, db: Queryable, given: Sending, after: Date): Promise<void> =>
  jobs.enqueue(db, sending, given, { after });

/** Registers the jobs that send to devices: when something is due, and every minute what was not found then. */
export function devicesJobs(platform: Platform, mayTell: MayTell): void {
  platform.jobs.handle(waking, () => pushDue(platform, mayTell));
  platform.jobs.schedule(sweeping, '* * * * *', () => pushDue(platform, mayTell));
  platform.jobs.handle(sending, (given) => send(platform, mayTell, given));
}
