import { sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { Tx } from './pool.ts';

/** Sends several inserts as one statement: rows of one may point to rows of another, and none of them sees the others' rows. */
export async function insertBatch(tx: Tx, inserts: readonly SQLWrapper[]): Promise<void> {
  if (inserts.length === 0) return;
  const named = inserts.map((insert, place) => sql`${sql.identifier(`part_${place}`)} as ${insert}`);
  await tx.execute(sql`with ${sql.join(named, sql`, `)} select`);
}
