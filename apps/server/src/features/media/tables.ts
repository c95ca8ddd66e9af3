import { mediaFailures } from '@heartwood/contract/media';
import { bigint, doublePrecision, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** One thing that was made of an original; its name and extension give its key. */
export interface StoredVariant {
  extension: string;
  type: string;
  width: number | null;
  height: number | null;
}

/** What members have uploaded. `unclaimedSince` is null while a post, a comment or something else holds it; `moreHolders` counts the others that do, too. */
export const media = pgTable('media', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  uploaderId: uuid('uploader_id').notNull(),
  kind: text('kind', { enum: ['image', 'video', 'audio', 'document'] }).notNull(),
  state: text('state', { enum: ['processing', 'ready', 'failed'] }).notNull(),
  /** A code of the contract's. */
  reason: text('reason', { enum: mediaFailures }),
  filename: text('filename').notNull(),
  extension: text('extension').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  width: integer('width'),
  height: integer('height'),
  duration: doublePrecision('duration'),
  waveform: jsonb('waveform').$type<number[]>(),
  thumbhash: text('thumbhash'),
  /** Milliseconds of the original between which a film is shown; null shows all of it. */
  trimFrom: integer('trim_from'),
  trimTo: integer('trim_to'),
  takenAt: timestamp('taken_at'),
  variants: jsonb('variants').$type<Record<string, StoredVariant>>().notNull(),
  createdAt: timestamp('created_at').notNull(),
  unclaimedSince: timestamp('unclaimed_since'),
  moreHolders: smallint('more_holders').notNull().default(0),
});

/** A medium's row. */
export type Medium = typeof media.$inferSelect;
