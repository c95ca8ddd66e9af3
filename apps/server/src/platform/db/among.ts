import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a column has one of some values. All of them are one parameter: `inArray` makes one of each, and a statement has 65,535 at most. So
 * this is for lists that are data, and `inArray` for words that stand in the source and for subselects.
 */
export const isAmong = <Value>(column: AnyPgColumn<{ data: Value }>, values: readonly Value[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
