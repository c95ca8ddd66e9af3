import { jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import type { Arrival } from '#platform/mail/sender-check.ts';

/** What has become of a mail: its text is posted; it is dropped in silence; its sender is told why it is not posted. */
const states = ['received', 'posted', 'dropped', 'refused'] as const;

/** Mails that have arrived as answers to ours, each once for each person and thread. */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    thread: text('thread').notNull(),
    messageHash: text('message_hash').notNull(),
    arrival: jsonb('arrival').$type<Arrival>(),
    state: text('state', { enum: states }).notNull(),
    reason: text('reason'),
    receivedAt: timestamp('received_at').notNull(),
    settledAt: timestamp('settled_at'),
  },
  (table) => [unique().on(table.userId, table.thread, table.messageHash)],
);

/** A mail that has arrived. */
export type InboundMail = typeof inboundMails.$inferSelect;
