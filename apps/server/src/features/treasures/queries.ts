import { sql } from 'drizzle-orm';
import type { Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';

/** A name as names are compared: by the letters of the database's locale. */
export async function lowered(db: Queryable, name: string): Promise<string> {
  const [row] = await readRows<{ lower: string }>(db, sql`select lower(${name}) as lower`);
  return row?.lower ?? '';
}
