import type { SQL } from 'drizzle-orm';
import type { Queryable } from './pool.ts';

/**
 * Runs a read that is written in SQL: the one way beside the query builder.
 * @typeParam Row what the statement selects. Timestamps come as text with an offset, days as `YYYY-MM-DD`, `count(*)` must be cast to `int`.
 */
export async function readRows<Row>(db: Queryable, query: SQL): Promise<Row[]> {
  return (await db.execute(query)).rows as Row[];
}

/** A timestamp of such a row as the contract writes it: ISO 8601 in UTC. */
export const inUtc = (timestamp: string): string => new Date(timestamp).toISOString();
