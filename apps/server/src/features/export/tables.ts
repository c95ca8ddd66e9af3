import { exportFailures } from '@heartwood/contract/export';
import { bigint, integer, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** An archive of everything a user may see. `attempt` counts the tries, of which only the latest goes on; `aliveAt` is its last sign of life. */
export const exports = pgTable('exports', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  state: text('state', { enum: ['queued', 'running', 'ready', 'failed'] }).notNull(),
  progress: real('progress').notNull(),
  /** A code of the contract's. */
  reason: text('reason', { enum: exportFailures }),
  size: bigint('size', { mode: 'number' }),
  attempt: integer('attempt').notNull(),
  aliveAt: timestamp('alive_at'),
  createdAt: timestamp('created_at').notNull(),
  finishedAt: timestamp('finished_at'),
});

/** Posts of others that a finished archive holds, of one family. */
export const exportHolds = pgTable('export_holds', {
  exportId: uuid('export_id').notNull(),
  familyId: uuid('family_id').notNull(),
  postIds: uuid('post_ids').array().notNull(),
});

/** An export's row. */
export type ExportRow = typeof exports.$inferSelect;
