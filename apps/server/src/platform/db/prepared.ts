import { hash } from 'node:crypto';
import { Param, Placeholder, SQL, sql, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Db } from './pool.ts';

const dialect = new PgDialect();
/** What is known of a statement by its text; the text is the one the connections have, and need not be compared. */
const known = new Map<string, { name: string; text: string }>();

// [Note: Statements are put together twice]
// The library asks of each piece of a statement whether it is one of twelve kinds, along its chain of prototypes, and copies its settings for
// every statement within a statement: a tenth of a millisecond for a page of the feed, and a quarter as long as the process is young. A statement
// of words and values alone is therefore put together here, in a third of that. Where there is anything else in it, a table's column for one,
// the whole statement is left to the library. A test holds the two together.

/**
 * Puts a statement of words and values together as the library would.
 * @returns undefined where there is something else in it
 */
export function plainQuery(query: SQL): { text: string; values: unknown[] } | undefined {
  const values: unknown[] = [];
  const text = wordsOf(query, values);
  return text === undefined ? undefined : { text, values };
}

function wordsOf(query: SQL, values: unknown[]): string | undefined {
  // Private to the library: asked for values in the text itself, where they must be quoted.
  if ((query as unknown as { shouldInlineParams: boolean }).shouldInlineParams) return undefined;
  let text = '';
  for (const chunk of query.queryChunks as unknown[]) {
    const words =
      chunk instanceof StringChunk ? chunk.value.join('') : chunk instanceof SQL ? wordsOf(chunk, values) : valueOf(chunk, values);
    if (words === undefined) return undefined;
    text += words;
  }
  return text;
}

/** The place of a value in the text. @returns undefined for what may be no value */
function valueOf(chunk: unknown, values: unknown[]): string | undefined {
  if (chunk === undefined) return '';
  let value: unknown = chunk;
  if (chunk instanceof Param && !(chunk.value instanceof Placeholder))
    value = chunk.value === null ? null : chunk.encoder.mapToDriverValue(chunk.value);
  else if (typeof chunk === 'object' && chunk !== null && !(chunk instanceof Date)) return undefined;
  return value instanceof SQL ? undefined : `$${values.push(value)}`;
}

/**
 * Runs a read that is asked for again and again as a named prepared statement: PostgreSQL parses and plans it once per connection.
 * The statement's text must not depend on what users send, only its parameters, or the statements would never end.
 * Moments come as `Date`, days as text, `count(*)` must be cast to `int`.
 */
export async function prepared<Row extends QueryResultRow>(db: Db, query: SQL): Promise<Row[]> {
  const { text, values } = plainQuery(query) ?? byTheLibrary(query);
  const statement = known.get(text) ?? remember(text);
  return (await db.$client.query<Row>({ ...statement, values })).rows;
}

function byTheLibrary(query: SQL): { text: string; values: unknown[] } {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
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

function remember(text: string): { name: string; text: string } {
  const statement = { name: hash('sha256', text, 'base64url').slice(0, 24), text };
  known.set(text, statement);
  return statement;
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
