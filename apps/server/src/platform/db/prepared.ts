import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Db } from './pool.ts';

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * Runs a read that is asked for again and again as a named prepared statement: PostgreSQL parses and plans it once per connection.
 * The statement's text must not depend on what users send, only its parameters, or the statements would never end.
 * Moments come as `Date`, days as text, `count(*)` must be cast to `int`.
 */
export async function prepared<Row extends QueryResultRow>(db: Db, query: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = names.get(text) ?? remember(text);
  return (await db.$client.query<Row>({ name, text, values })).rows;
}

// [Note: Rows as JSON]
// A page of a list has a thousand values. Sent one by one, each is a message part of its own, for PostgreSQL to write and for Node to find,
// to make a string of and to parse; as one JSON text the whole page is parsed at once by V8, in two thirds of the time.

/**
 * The same for many rows at once: they come as one JSON text, in the order the query gives them.
 * Moments come as ISO 8601 text with an offset, big integers as numbers, arrays and JSON as what they are.
 */
export async function preparedPage<Row>(db: Db, query: SQL): Promise<Row[]> {
  const [answer] = await prepared<{ rows: Row[] }>(db, sql`select coalesce(json_agg(page), '[]') as rows from (${query}) page`);
  return answer?.rows ?? [];
}

// [Note: Limits are part of the statement]
// PostgreSQL keeps the plan of a prepared statement only where it is no worse than one made for the values at hand, and with a limit it
// does not know it thinks of a tenth of the table. So limits are written out, in few sizes, and a page may come with more than was asked for.
const pageSizes = [21, 51, 101];

/** A limit for such a statement. @param limit how many rows are wanted; there may come more */
export const atLeast = (limit: number): SQL => sql.raw(String(pageSizes.find((size) => size >= limit) ?? pageSizes.at(-1)));

/** A moment of such a row as the contract writes it. Most are in UTC with milliseconds already and need no calendar. */
export const inUtc = (moment: string): string =>
  moment.length === 29 && moment.endsWith('+00:00') ? `${moment.slice(0, 23)}Z` : new Date(moment).toISOString();

function remember(text: string): string {
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/**
 * Keeps what was prepared with the query builder: made once per database, then only executed.
 * @param prepare ends in `.prepare('name')`, with `sql.placeholder` where a value comes
 */
export function preparedOnce<Prepared>(prepare: (db: Db) => Prepared): (db: Db) => Prepared {
  const made = new WeakMap<Db, Prepared>();
  return (db) => {
    const known = made.get(db) ?? prepare(db);
    made.set(db, known);
    return known;
  };
}
