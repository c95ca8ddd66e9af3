import { boolean, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import { undoColumns } from '#platform/db/undo.ts';
import type { DeletedRow } from '#platform/db/undo.ts';

/** Something asked of a family: of everyone, or of its recipients. */
export const questions = pgTable('questions', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  askerId: uuid('asker_id').notNull(),
  text: text('text').notNull(),
  everyone: boolean('everyone').notNull(),
  inspirationSlug: text('inspiration_slug'),
  mediumId: uuid('medium_id'),
  closedAt: timestamp('closed_at'),
  createdAt: timestamp('created_at').notNull(),
  ...undoColumns(),
});

/** Members a question is asked of that is not asked of everyone, in order; who leaves the family leaves this too. */
export const questionRecipients = pgTable(
  'question_recipients',
  {
    questionId: uuid('question_id').notNull(),
    familyId: uuid('family_id').notNull(),
    userId: uuid('user_id').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.userId] })],
);

/** The last reminder of each who is asked. */
export const questionReminders = pgTable(
  'question_reminders',
  {
    questionId: uuid('question_id').notNull(),
    familyId: uuid('family_id').notNull(),
    userId: uuid('user_id').notNull(),
    remindedAt: timestamp('reminded_at').notNull(),
    dueAt: timestamp('due_at').notNull(),
    sentAt: timestamp('sent_at'),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.userId] })],
);

/** A question as far as the rules ask. */
export type QuestionHead = typeof questions.$inferSelect;
/** A question with its recipients. Timestamps are text with an offset. */
export interface QuestionRow {
  id: string;
  family_id: string;
  asker_id: string;
  text: string;
  everyone: boolean;
  inspiration_slug: string | null;
  medium_id: string | null;
  closed_at: string | null;
  created_at: string;
  recipients: string[];
}
/** A deleted question as it is listed. */
export interface DeletedQuestionRow extends DeletedRow, Pick<QuestionRow, 'asker_id' | 'text' | 'created_at'> {}
/** Where a list goes on: behind the question of this time and id. */
export type Position = { at: string; id: string };
/** Who has answered a question, as far as another member may see it, and how many answers the viewer sees: the posts, which stand above, know it. */
export interface Progress {
  question_id: string;
  answered: string[];
  visible: number;
}
