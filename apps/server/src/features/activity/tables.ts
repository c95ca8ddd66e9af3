import type { FactType } from '@heartwood/contract/activity';
import { sql } from 'drizzle-orm';
import { bigint, customType, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** What happened, for a day. `transaction` is the database's number of the transaction that did it. */
export const activity = pgTable('activity', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  familyId: uuid('family_id').notNull(),
  actorId: uuid('actor_id'),
  type: text('type').$type<FactType>().notNull(),
  ids: jsonb('ids').$type<Record<string, string>>().notNull(),
  transaction: transactionId('transaction')
    .notNull()
    .default(sql`pg_current_xact_id()`),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});

/** Open streams of events at all processes. `backend` is the connection by which the stream's process listens to the database. */
export const streams = pgTable('activity_streams', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  backend: text('backend').notNull(),
});
