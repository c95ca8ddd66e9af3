import type { Media } from '@heartwood/contract/media';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import { undoColumns } from '#platform/db/undo.ts';
import type { DeletedRow } from '#platform/db/undo.ts';

/** Comments on posts. */
export const comments = pgTable('comments', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  postId: uuid('post_id').notNull(),
  authorId: uuid('author_id').notNull(),
  text: text('text').notNull(),
  mediumId: uuid('medium_id'),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  ...undoColumns(),
});

/** A comment as far as the rules ask. */
export type CommentHead = typeof comments.$inferSelect;
/** A comment as it is shown; the timestamp is text with an offset. */
export type CommentRow = { id: string; author_id: string; text: string; medium_id: string | null; created_at: string };
/** A deleted comment as it is listed, with the beginning of its post. */
export interface DeletedCommentRow extends DeletedRow {
  author_id: string;
  text: string;
  media_kind: Media['kind'] | null;
  post: { id: string; author_id: string; title: string | null; text: string; occurred_on: string };
}
