import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#platform/db/pool.ts';
import { devices } from './tables.ts';

/** Lets one registration of a user happen at a time, until the transaction ends. */
export async function lockDevicesOf(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`devices ${userId}`}, 0))`);
}

/** Remembers a device. A token that is known already moves to this user and session: it names the device, whoever holds it now. */
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
