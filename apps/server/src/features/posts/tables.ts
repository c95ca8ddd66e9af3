import type { Media } from '@heartwood/contract/media';
import type { Audience, Post } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';
import { undoColumns } from '#platform/db/undo.ts';
import type { DeletedRow } from '#platform/db/undo.ts';

/** Something shared. `version` counts the author's changes; what is kept in treasures has a category, and mostly a subcategory of it. */
export const posts = pgTable('posts', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  authorId: uuid('author_id').notNull(),
  kind: text('kind', { enum: ['memory', 'recipe', 'video', 'answer', 'birthday', 'moment'] }).notNull(),
  text: text('text').notNull(),
  captions: jsonb('captions').$type<Record<string, string>>().notNull(),
  recipe: jsonb('recipe').$type<Recipe>(),
  occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
  audience: text('audience', { enum: ['family', 'guardians', 'people', 'me'] }).notNull(),
  categoryId: uuid('category_id'),
  subcategoryId: uuid('subcategory_id'),
  questionId: uuid('question_id'),
  version: integer('version').notNull(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  ...undoColumns(),
});

/** Which medium belongs to which post, in order. */
export const postMedia = pgTable(
  'post_media',
  {
    mediumId: uuid('medium_id').notNull(),
    familyId: uuid('family_id').notNull(),
    postId: uuid('post_id').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.mediumId] })],
);

/** Whom a post is about, in order. */
export const postPeople = pgTable(
  'post_people',
  {
    postId: uuid('post_id').notNull(),
    personId: uuid('person_id').notNull(),
    familyId: uuid('family_id').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.personId] })],
);

/** Members a post with the audience `people` names; who leaves the family leaves this too. */
export const postAudience = pgTable(
  'post_audience',
  { postId: uuid('post_id').notNull(), familyId: uuid('family_id').notNull(), userId: uuid('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.postId, table.userId] })],
);

/** Who loves a post. */
export const hearts = pgTable(
  'hearts',
  {
    postId: uuid('post_id').notNull(),
    userId: uuid('user_id').notNull(),
    familyId: uuid('family_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] })],
);

/** A post as far as the rules ask. */
export type PostHead = typeof posts.$inferSelect;
/** How many love a post, and whether one does oneself. */
export type HeartsRow = { count: number; mine: boolean };
/** A post with everything but its media. Timestamps are text with an offset, as in all rows that are shown. `audience_user_ids` is null for everybody but the author. */
export interface PostRow {
  id: string;
  family_id: string;
  author_id: string;
  kind: Post['kind'];
  text: string;
  occurred_on: string;
  audience: Audience;
  category_id: string | null;
  subcategory_id: string | null;
  /** What it answers, where one sees that. */
  question: { id: string; text: string } | null;
  version: number;
  created_at: string;
  updated_at: string;
  people: string[];
  media: string[];
  /** By the medium's id, where something is said of it. */
  captions: Record<string, string>;
  recipe: Recipe | null;
  /** Whether whom the recipe comes from is a person of the family, still. */
  recipe_from_known: boolean;
  audience_user_ids: string[] | null;
  hearts: HeartsRow;
  comment_count: number;
  latest_comment: { id: string; author_id: string; text: string; media_kind: Media['kind'] | null } | null;
}
/** What a list of posts can be narrowed to. `person` is a slug or an id; the days are those of the memory, both included; `q` are words. */
export interface PostFilter {
  person?: string | undefined;
  author?: string | undefined;
  kind?: Post['kind'] | undefined;
  /** What at least one of its media is. */
  media?: Media['kind'] | undefined;
  category_id?: string | undefined;
  subcategory_id?: string | undefined;
  question_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  /** `occurred`: by the day of the memory, not by when it was shared. */
  sort?: 'occurred' | undefined;
}
/** A shelf or a category of the treasures. */
export type Place = Pick<PostFilter, 'category_id' | 'subcategory_id'>;
/** Posts in short: how many by whom, and what is attached to them. */
export interface SummaryRow {
  authors: { author_id: string; post_count: number }[];
  media: { kind: Media['kind']; post_count: number; count: number; seconds: number }[];
}
/** Where a list goes on: behind the entry of this time and id; in lists by the day of the memory, of this day too. */
export type Position = { at: string; id: string; day?: string };
/** A deleted post as it is listed. */
export interface DeletedPostRow extends DeletedRow, Pick<PostRow, 'author_id' | 'kind' | 'text' | 'occurred_on'> {
  /** Of a recipe. */
  title: string | null;
  media_count: number;
  /** The likeness of the first picture. */
  thumbhash: string | null;
}
