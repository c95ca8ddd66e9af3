import { timestamp as pgTimestamp } from 'drizzle-orm/pg-core';

/** A column that holds a time, read as a `Date`. @param name the column's */
export const timestamp = (name: string) => pgTimestamp(name, { withTimezone: true, mode: 'date' });
