import { date, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** Which ideas were brought out for a family in a week, by its Monday: at place 0 the idea of the week. */
export const inspirationWeeks = pgTable('inspiration_weeks', {
  familyId: uuid('family_id').notNull(),
  week: date('week', { mode: 'string' }).notNull(),
  place: smallint('place').notNull(),
  slug: text('slug').notNull(),
  createdAt: timestamp('created_at').notNull(),
});

/** What a member says of an idea: saved, done, or not in the week that begins on that Monday. */
export const inspirationMarks = pgTable('inspiration_marks', {
  familyId: uuid('family_id').notNull(),
  userId: uuid('user_id').notNull(),
  slug: text('slug').notNull(),
  savedAt: timestamp('saved_at'),
  doneAt: timestamp('done_at'),
  skippedWeek: date('skipped_week', { mode: 'string' }),
});

/** What was brought out, as it is stored. */
export type WeekRow = typeof inspirationWeeks.$inferSelect;

/** What a member says of an idea, as it is stored. */
export type MarkRow = typeof inspirationMarks.$inferSelect;
