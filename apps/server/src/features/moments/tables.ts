import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import { undoColumns } from '#platform/db/undo.ts';
import type { DeletedRow } from '#platform/db/undo.ts';

/** Something people have reached. `version` counts the changes, `postId` is the post it was shared as last. */
export const moments = pgTable('moments', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  authorId: uuid('author_id').notNull(),
  title: text('title').notNull(),
  milestone: text('milestone'),
  occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
  text: text('text').notNull(),
  postId: uuid('post_id'),
  version: integer('version').notNull(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  ...undoColumns(),
});

/** Whose moment it is, in order. */
export const momentPeople = pgTable(
  'moment_people',
  {
    momentId: uuid('moment_id').notNull(),
    personId: uuid('person_id').notNull(),
    familyId: uuid('family_id').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.momentId, table.personId] })],
);

/** Which medium belongs to which moment, in order. */
export const momentMedia = pgTable('moment_media', {
  mediumId: uuid('medium_id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  momentId: uuid('moment_id').notNull(),
  position: smallint('position').notNull(),
});

/** A moment as far as the rules ask. */
export type MomentHead = typeof moments.$inferSelect;
/** A moment with everything but its media. Times are text, ISO 8601 with an offset. */
export interface MomentRow {
  id: string;
  family_id: string;
  author_id: string;
  title: string;
  milestone: string | null;
  occurred_on: string;
  text: string;
  post_id: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  people: string[];
  media: string[];
}
/** A deleted moment as it is listed. */
export interface DeletedMomentRow
  extends DeletedRow, Pick<MomentRow, 'author_id' | 'title' | 'milestone' | 'text' | 'occurred_on' | 'people'> {
  media_count: number;
  /** The likeness of the first picture. */
  thumbhash: string | null;
}
/** Where a list goes on: behind the moment of this day and id. */
export type Position = { day: string; id: string };
