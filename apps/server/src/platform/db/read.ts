import { hash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { QueryResultRow } from 'pg';
import type { Queryable } from './pool.ts';

const dialect = new PgDialect();

/** Timestamps stay text, with microseconds, so that a list goes on exactly where it ended. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? String : (pg.types.getTypeParser(oid, format) as typeof String)),
};

/**
 * Runs a read that is written in SQL: the one way beside the query builder. Outside a transaction it is a named prepared statement, which
 * PostgreSQL parses once per connection, and plans once where the plan does not depend on the values. So the text of a statement may
 * depend on what is asked for, never on what a user has typed: that is a parameter.
 * @typeParam Row what the statement selects. Timestamps come as text with an offset, days as `YYYY-MM-DD`, `count(*)` must be cast to `int`.
 */
export async function readRows<Row>(db: Queryable, query: SQL): Promise<Row[]> {
  if (!('$client' in db)) return (await db.execute(query)).rows as Row[];
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = hash('sha256', text, 'base64url').slice(0, 24);
  return (await db.$client.query<QueryResultRow>({ name, text, values, types })).rows as Row[];
}

/** A timestamp of such a row as the contract writes it: ISO 8601 in UTC. */
export const inUtc = (timestamp: string): string => new Date(timestamp).toISOString();
