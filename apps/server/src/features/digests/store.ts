import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { digests } from './tables.ts';
import type { Stopped } from './tables.ts';

/** What a user has stopped by the link in a mail. */
export async function stoppedOf(db: Queryable, userId: string): Promise<Stopped> {
  const [row] = await db.select({ stopped: digests.stopped }).from(digests).where(eq(digests.userId, userId));
  return row?.stopped ?? {};
}

/** Remembers it. */
export async function putStopped(tx: Tx, userId: string, stopped: Stopped): Promise<void> {
  await tx.insert(digests).values({ userId, stopped }).onConflictDoUpdate({ target: digests.userId, set: { stopped } });
}
