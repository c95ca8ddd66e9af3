import type { Media } from '@heartwood/contract/media';
import type { Audience, Post } from '@heartwood/contract/posts';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { date, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

// [Note: The audience rule]
// Who sees a post is decided here and nowhere else: every statement that reads, counts or changes something of a post for somebody
// contains it. `rules.ts` says the same in words (maySeePost), and a property test holds the two together. That the viewer is a member
// is what a FamilyScope proves; that a named one still is, the foreign key of post_audience.

/** The audience rule for a post `p`, deleted or not. */
export const inAudience = (scope: FamilyScope): SQL => sql`p.family_id = ${scope.familyId} and (
  p.author_id = ${scope.userId} or p.audience ${isGuardian(scope.role) ? sql`in ('family', 'guardians')` : sql`= 'family'`}
  or (p.audience = 'people' and exists (select from post_audience named where named.post_id = p.id and named.user_id = ${scope.userId})))`;

/** The audience rule for a post `p` that is not deleted. */
export const visible = (scope: FamilyScope): SQL => sql`p.deleted_at is null and ${inAudience(scope)}`;

/** The post_people `tagged` of one person, with their posts `p`. An id goes before a slug, so that nobody's name stands for somebody else. */
export const tagged = (scope: FamilyScope, person: string): SQL => sql`
  post_people tagged join posts p on p.id = tagged.post_id and tagged.person_id = (
    select person.id from people person
    where person.family_id = ${scope.familyId} and (person.id::text = ${person.toLowerCase()} or person.slug = ${person})
    order by person.id::text = ${person.toLowerCase()} desc limit 1)`;
/** Day, moment and id of those posts, taken from where the index of the list has them. */
export const ofTagged = [sql`tagged.occurred_on`, sql`tagged.created_at`, sql`tagged.post_id`] as const;

/** Something shared. `version` counts the author's changes; what is kept in treasures has a category, and mostly a subcategory of it. */
export const posts = pgTable('posts', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  authorId: uuid('author_id').notNull(),
  kind: text('kind', { enum: ['memory', 'recipe', 'video', 'answer', 'birthday', 'moment'] }).notNull(),
  text: text('text').notNull(),
  occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
  audience: text('audience', { enum: ['family', 'guardians', 'people', 'me'] }).notNull(),
  categoryId: uuid('category_id'),
  subcategoryId: uuid('subcategory_id'),
  version: integer('version').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  deletedAt: moment('deleted_at'),
  deletedBy: uuid('deleted_by'),
});

/** Which medium belongs to which post, in order. */
export const postMedia = pgTable(
  'post_media',
  {
    mediumId: uuid('medium_id').notNull(),
    familyId: uuid('family_id').notNull(),
    postId: uuid('post_id').notNull(),
    position: smallint('position').notNull(),
    caption: text('caption').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.mediumId] })],
);

/** Whom a post is about. `createdAt` and `occurredOn` are the post's. */
export const postPeople = pgTable(
  'post_people',
  {
    postId: uuid('post_id').notNull(),
    personId: uuid('person_id').notNull(),
    familyId: uuid('family_id').notNull(),
    position: smallint('position').notNull(),
    createdAt: moment('created_at').notNull(),
    occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] })],
);

/** What somebody said about a post. */
export const comments = pgTable('comments', {
  id: uuid('id').primaryKey(),
  familyId: uuid('family_id').notNull(),
  postId: uuid('post_id').notNull(),
  authorId: uuid('author_id').notNull(),
  text: text('text').notNull(),
  mediumId: uuid('medium_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  deletedAt: moment('deleted_at'),
  deletedBy: uuid('deleted_by'),
});

/** A post as far as the rules ask. */
export type PostHead = typeof posts.$inferSelect;
/** A comment. */
export type CommentHead = typeof comments.$inferSelect;
/** A comment as it is shown. Moments of rows that are shown are text, ISO 8601 with an offset. */
export type CommentRow = { id: string; author_id: string; text: string; medium_id: string | null; created_at: string };
/** How many love a post, and whether one does oneself. */
export type HeartsRow = { count: number; mine: boolean };
/** A post with everything but its media. `audience_user_ids` is null for everybody but the author. */
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
  version: number;
  created_at: string;
  updated_at: string;
  people: string[];
  media: string[];
  /** By the medium's id, where something is said of it. */
  captions: Record<string, string> | null;
  audience_user_ids: string[] | null;
  hearts: HeartsRow;
  comment_count: number;
  latest_comment: CommentRow | null;
}
/** What a list of posts can be narrowed to. `person` is a slug or an id; the days are those of the memory, both included; `q` are words. Nobody has
 * asked a question yet, so no post answers one. */
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
/** Posts in short: how many by whom, and what is attached to them. */
export interface SummaryRow {
  authors: { author_id: string; post_count: number }[];
  media: { kind: Media['kind']; post_count: number; count: number; seconds: number }[];
}
/** Where a list goes on: behind the entry of this moment and id; in lists by the day of the memory, of this day too. */
export type Position = { at: string; id: string; day?: string };
