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

/** The name under which a connection keeps a statement: PostgreSQL parses it once, and plans it once where the plan does not depend on the values. */
const nameOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 24);

/**
 * Runs a statement that somebody else has written, as a prepared one.
 * @param values of `$1` and so on
 */
export const runPrepared = (db: Queryable, text: string, values: unknown[] = []): Promise<pg.QueryResult> =>
  db.$client.query({ name: nameOf(text), text, values });

/**
 * Runs a read that is written in SQL: the one way beside the query builder. It is a prepared statement, so the text of it may depend on
 * what is asked for, never on what a user has typed: that is a parameter.
 * @typeParam Row what the statement selects. Timestamps come as text with an offset, days as `YYYY-MM-DD`, `count(*)` must be cast to `int`.
 */
export async function readRows<Row>(db: Queryable, query: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return (await db.$client.query<QueryResultRow>({ name: nameOf(text), text, values, types })).rows as Row[];
}

/** A timestamp of such a row as the contract writes it: ISO 8601 in UTC. */
export const inUtc = (timestamp: string): string => new Date(timestamp).toISOString();
