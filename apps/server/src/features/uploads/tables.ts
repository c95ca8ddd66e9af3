import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** Files that are sent in chunks. `received` are the durable bytes; `mediumId` is what a whole one has become. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  userId: uuid('user_id').notNull(),
  length: bigint('length', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull(),
  filename: text('filename').notNull(),
  metadata: text('metadata').notNull(),
  sha256: text('sha256'),
  parts: text('parts').array().notNull(),
  mediumId: uuid('medium_id'),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
});

/** An upload's row. */
export type Upload = typeof uploads.$inferSelect;
