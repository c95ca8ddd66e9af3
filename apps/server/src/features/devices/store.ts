import { and, desc, eq, gt, inArray, isNull, lte, max, min, or, sql } from 'drizzle-orm';
import { sessions } from '#features/accounts/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { devices, pushes } from './tables.ts';

/** Lets one registration of a user happen at a time, until the transaction ends. */
export async function lockDevicesOf(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`devices ${userId}`}, 0))`);
}

/** Remembers a device. A token that is known already moves to this user and session: it names the device, whichever user has it now. */
export async function putDevice(db: Queryable, row: typeof devices.$inferInsert): Promise<void> {
  const { userId, sessionId, platform, subscription, registeredAt } = row;
  await db
    .insert(devices)
    .values(row)
    .onConflictDoUpdate({ target: devices.tokenHash, set: { userId, sessionId, platform, subscription, registeredAt } });
}

/** Forgets all but the devices registered last. */
export async function keepNewest(db: Queryable, userId: string, count: number): Promise<void> {
  const old = db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.registeredAt), desc(devices.id))
    .offset(count);
  await db.delete(devices).where(inArray(devices.id, old));
}

/** @returns false where the user has no such device */
export async function deleteDevice(db: Queryable, userId: string, tokenHash: string): Promise<boolean> {
  const gone = await db
    .delete(devices)
    .where(and(eq(devices.userId, userId), eq(devices.tokenHash, tokenHash)))
    .returning({ id: devices.id });
  return gone.length > 0;
}

/** A device that is signed in: the session that it was registered in has been used since a time. */
const alive = (liveSince: Date) => gt(sessions.lastUsedAt, liveSince);

/** The devices on which a user is signed in. */
export const devicesOf = (db: Queryable, userId: string, liveSince: Date) =>
  db
    .select({ id: devices.id, token: devices.token, subscription: devices.subscription, registeredAt: devices.registeredAt })
    .from(devices)
    .innerJoin(sessions, and(eq(sessions.id, devices.sessionId), eq(sessions.userId, devices.userId)))
    .where(and(eq(devices.userId, userId), alive(liveSince)));

/** Forgets a device that takes no messages any more, unless it has been registered again meanwhile. @returns whether it is forgotten */
export async function deleteRefused(
  db: Queryable,
  { id, registeredAt }: Pick<typeof devices.$inferSelect, 'id' | 'registeredAt'>,
): Promise<boolean> {
  const gone = await db
    .delete(devices)
    .where(and(eq(devices.id, id), eq(devices.registeredAt, registeredAt)))
    .returning({ id: devices.id });
  return gone.length > 0;
}

/** Notes what some users were told of, for those who have a device. @returns how many they are */
export async function insertPushes(tx: Tx, told: readonly { id: string; userId: string }[], toldAt: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into pushes (id, user_id, told_at)
    select told.id, told.user_id, ${toldAt.toISOString()}::timestamptz
    from unnest(${sql.param(told.map(({ id }) => id))}::uuid[], ${sql.param(told.map(({ userId }) => userId))}::uuid[]) as told (id, user_id)
    where exists (select from devices where devices.user_id = told.user_id)
    on conflict do nothing`);
  return rowCount ?? 0;
}

/**
 * Users for whom something is due.
 * @param due what was told last by `last`, or first by `first`
 * @param after the last user of the batch before
 */
export async function usersDue(
  db: Queryable,
  due: { last: Date; first: Date },
  now: Date,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ userId: pushes.userId })
    .from(pushes)
    .where(and(or(isNull(pushes.heldUntil), lte(pushes.heldUntil, now)), after === undefined ? undefined : gt(pushes.userId, after)))
    .groupBy(pushes.userId)
    .having(or(lte(max(pushes.toldAt), due.last), lte(min(pushes.toldAt), due.first)))
    .orderBy(pushes.userId)
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** What waits for a user, held for this transaction. What another transaction holds is left to it. @returns ids of notifications */
export async function takePushes(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.select({ id: pushes.id }).from(pushes).where(eq(pushes.userId, userId)).for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Lets something wait until a time. */
export async function holdPushes(tx: Tx, ids: readonly string[], heldUntil: Date): Promise<void> {
  await tx.update(pushes).set({ heldUntil }).where(isAmong(pushes.id, ids));
}

/** Forgets what waits no more. */
export async function deletePushes(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(pushes).where(isAmong(pushes.id, ids));
}
