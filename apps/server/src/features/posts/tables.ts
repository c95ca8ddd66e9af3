import type { Media } from '@heartwood/contract/media';
import type { Audience, Post } from '@heartwood/contract/posts';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { atLeast } from '#platform/db/prepared.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

// [Note: The audience rule]
// Who sees a post is decided here and nowhere else: every statement that reads, counts or changes something of a post for somebody
// contains it. `rules.ts` says the same in words (maySeePost), and a property test holds the two together. That the viewer is a member
// is what a FamilyScope proves; that a named one still is, the foreign key of post_audience.

/** That part of the audience rule which a post `p` says itself: who shared it, and with whom. */
export const byItself = (scope: FamilyScope): SQL => sql`(
  p.author_id = ${scope.userId} or p.audience ${isGuardian(scope.role) ? sql`in ('family', 'guardians')` : sql`= 'family'`})`;

/** The audience rule for a post `p`, deleted or not. */
export const inAudience = (scope: FamilyScope): SQL => sql`p.family_id = ${scope.familyId} and (${byItself(scope)}
  or (p.audience = 'people' and exists (select from post_audience named where named.post_id = p.id and named.user_id = ${scope.userId})))`;

/**
 * Rows `p` of posts, or of whom they are about, that one may see for being named alone: with those that fit `byItself` all that one may see, none
 * of them twice. Written so that the indexes of what names somebody have everything (`posts_naming`, `post_people_naming`).
 */
export const byName = (scope: FamilyScope, table: 'posts' | 'post_people'): SQL => sql`
  post_audience named join ${sql.raw(table)} p on p.${sql.raw(table === 'posts' ? 'id' : 'post_id')} = named.post_id
  where named.family_id = ${scope.familyId} and named.user_id = ${scope.userId} and p.family_id = ${scope.familyId}
    and p.audience = 'people' and p.author_id <> ${scope.userId} and p.${sql.raw(table === 'posts' ? 'deleted_at is null' : 'shown')}`;

/** The audience rule for a post `p` that is not deleted. */
export const visible = (scope: FamilyScope): SQL => sql`p.deleted_at is null and ${inAudience(scope)}`;

/**
 * The post_people `tagged` of one person, with their posts `p`. An id goes before a slug, so that nobody's name stands for somebody else.
 * Behind `offset 0` each post is looked up by its id, in the order of the index of `tagged`, whatever PostgreSQL thinks of how many there are.
 * @param isNarrow whether few of the posts may fit what else is asked: then PostgreSQL may begin with those
 */
export const tagged = (scope: FamilyScope, person: string, isNarrow: boolean): SQL => sql`
  post_people tagged join ${isNarrow ? sql`posts p on p.id = tagged.post_id and` : sql`lateral (select * from posts where id = tagged.post_id offset 0) p on`}
  tagged.person_id = (
    select person.id from people person
    where person.family_id = ${scope.familyId} and (person.id::text = ${person.toLowerCase()} or person.slug = ${person})
    order by person.id::text = ${person.toLowerCase()} desc limit 1)`;
/** Day, moment, id and kind of those posts, taken from where the index of the list has them. */
export const ofTagged = [sql`tagged.occurred_on`, sql`tagged.created_at`, sql`tagged.post_id`, sql`tagged.kind`] as const;

// [Note: The newest that fit]
// The newest posts are looked through first, by their order. A word that many use is found there; one that some use is looked for further on in
// the same order; one that hardly any of the newest has is rare, or was used long ago, and the index of words finds it. So a frequent word is
// not gathered from a million posts to show twenty, and a rare one not looked for in all of them. PostgreSQL runs the later steps only where
// they are needed. Behind `offset 0` and `is true` nothing chooses another index than the one that is meant.
const newest = sql.raw('1000');
const further = sql.raw('20000');
const rare = sql.raw('3');

/** Where words are looked for: `rows` in the order of the list, with what orders them, `post_id` and words as `search`; `shown` those of them that one may see. */
export interface Looked {
  rows: (also: SQL) => SQL;
  shown: SQL;
  /** All that the index of words finds, each looked up by its id, however many PostgreSQL thinks there are. */
  found: (fits: SQL) => SQL;
  /** What the list is ordered by, the latest first; `at` and `row_id` unless said otherwise. */
  keys?: readonly string[];
}

/** Every post of the family with words that fit, as `hit`, by the index of words. */
export const hits = (scope: FamilyScope, fits: SQL): SQL =>
  sql`(select id as hit from posts where family_id = ${scope.familyId} and deleted_at is null and search @@ (${fits}) offset 0) hits`;

/** The newest rows with words that fit, as `id` and `post_id`. @param most how many of them, written out */
export function newestThatFit({ rows, shown, found, keys = ['at', 'row_id'] }: Looked, fits: SQL, most: SQL): SQL {
  const place = sql.raw(keys.join(', '));
  const first = sql`order by ${sql.raw(keys.map((key) => `${key} desc`).join(', '))} limit ${most}`;
  const last = sql`(select ${place} from newest order by ${place} limit 1)`;
  const near = sql`(select count(*) from near)`;
  const goesOn = sql`${near} < ${most} and (select count(*) from newest) = ${newest}`;
  return sql`with newest as materialized (${rows(sql``)} limit ${newest}),
    near as materialized (select ${place}, one.post_id from newest one ${shown} and (one.search @@ (${fits})) is true ${first}),
    more as materialized (select ${place}, one.post_id from (${rows(sql`and ${goesOn} and ${near} >= ${rare}`)} limit ${further}) one
      ${shown} and (${place}) < ${last} and (one.search @@ (${fits})) is true ${first}),
    far as materialized (${found(fits)} and ${goesOn} and (select count(*) from more) + ${near} < ${most})
    select row_id as id, post_id from (select * from near union select * from more union
      (select * from far where (${place}) < ${last} ${first})) found ${first}`;
}

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

/** Whom a post is about. The moments, author, audience and kind are the post's; `shown` is where it is not deleted. */
export const postPeople = pgTable(
  'post_people',
  {
    postId: uuid('post_id').notNull(),
    personId: uuid('person_id').notNull(),
    familyId: uuid('family_id').notNull(),
    position: smallint('position').notNull(),
    createdAt: moment('created_at').notNull(),
    occurredOn: date('occurred_on', { mode: 'string' }).notNull(),
    authorId: uuid('author_id').notNull(),
    audience: text('audience').notNull(),
    shown: boolean('shown').notNull(),
    kind: text('kind').notNull(),
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
/** A shelf or a category of the treasures. */
export type Place = Pick<PostFilter, 'category_id' | 'subcategory_id'>;
/** Posts in short: how many by whom, and what is attached to them. */
export interface SummaryRow {
  authors: { author_id: string; post_count: number }[];
  media: { kind: Media['kind']; post_count: number; count: number; seconds: number }[];
}
/** Where a list goes on: behind the entry of this moment and id; in lists by the day of the memory, of this day too. */
export type Position = { at: string; id: string; day?: string };

/** How many love a post `p`, and whether one does. */
export const heartsOn = (scope: FamilyScope): SQL => sql`(
  select json_build_object('count', count(*), 'mine', coalesce(bool_or(h.user_id = ${scope.userId}), false)) from hearts h where h.post_id = p.id)`;
/** What is shown of a comment `c`. */
export const commentColumns = sql`c.id, c.author_id, c.text, c.medium_id, c.created_at`;

/** Posts with all that is shown of them, in one statement: `page` chooses the rows of `p`, the rest is looked up for those alone. */
export const withEverything = (scope: FamilyScope, page: SQL, order: SQL): SQL => sql`
  select p.id, p.family_id, p.author_id, p.kind, p.text, p.occurred_on, p.audience, p.category_id, p.subcategory_id, p.version, p.created_at, p.updated_at,
    array(select about.person_id from post_people about where about.post_id = p.id order by about.position) as people,
    array(select shown.medium_id from post_media shown where shown.post_id = p.id order by shown.position) as media,
    (select json_object_agg(shown.medium_id, shown.caption) from post_media shown where shown.post_id = p.id and shown.caption <> '') as captions,
    case when p.audience = 'people' and p.author_id = ${scope.userId}
      then array(select named.user_id from post_audience named where named.post_id = p.id order by named.user_id) end as audience_user_ids,
    ${heartsOn(scope)} as hearts,
    (select count(*)::int from comments c where c.post_id = p.id and c.deleted_at is null) as comment_count,
    (select row_to_json(latest) from (select ${commentColumns} from comments c where c.post_id = p.id and c.deleted_at is null
      order by c.created_at desc, c.id desc limit 1) latest) as latest_comment
  from (${page}) p order by ${order}`;

/** The order of the feed. */
export const newestFirst = sql`p.created_at desc, p.id desc`;
/** A condition that is there only where something is asked for. */
export const when = (asked: unknown, condition: SQL): SQL => (asked ? condition : sql``);

/** Posts `p` on a shelf or in a category. */
export const keptIn = ({ category_id, subcategory_id }: Place): SQL => sql`
  ${when(category_id, sql`and p.category_id = ${category_id}`)} ${when(subcategory_id, sql`and p.subcategory_id = ${subcategory_id}`)}`;

/** Of what one may see of what is kept: its place, its author and how many of them, as several rows. */
export const keptCounts = (scope: FamilyScope, place: SQL): SQL => sql`(
  select p.category_id, p.subcategory_id, p.author_id, p.count from memory_counts p
  where p.family_id = ${scope.familyId} and p.category_id is not null and ${byItself(scope)} ${place}
  union all select p.category_id, p.subcategory_id, p.author_id, 1 from ${byName(scope, 'posts')} and p.category_id is not null ${place}) kept`;

/** Posts `p` that fit a filter, the latest shared first, or the latest memory. @param limit how many there may be, at least */
export function postsThatFit(scope: FamilyScope, filter: PostFilter, after: Position | undefined, limit: number): SQL {
  const { person, author, kind, from, to, q, sort } = filter;
  // Taken from where the index of the list has them.
  const own = [sql`p.occurred_on`, sql`p.created_at`, sql`p.id`, sql`p.kind`] as const;
  const [day, at, id, what] = person === undefined ? own : ofTagged;
  const byDay = (ofDay: SQL) => when(sort === 'occurred', sql`${ofDay},`);
  const isNarrow = Boolean(author ?? filter.media ?? filter.category_id ?? filter.subcategory_id);
  const source = person === undefined ? sql`posts p` : tagged(scope, person, isNarrow);
  const chosen = sql`${visible(scope)}
    ${when(author, sql`and p.author_id = ${author}`)} ${when(kind, sql`and ${what} = ${kind}`)}
    ${keptIn(filter)} ${when(
      filter.media,
      sql`and exists (select from post_media held join media m on m.id = held.medium_id
      where held.post_id = p.id and m.kind = ${filter.media})`,
    )}
    ${when(filter.question_id, sql`and false`)}
    ${when(from, sql`and ${day} >= ${from}::date`)} ${when(to, sql`and ${day} <= ${to}::date`)}
    ${when(after, sql`and (${byDay(day)} ${at}, ${id}) < (${byDay(sql`${after?.day}::date`)} ${after?.at}::timestamptz, ${after?.id}::uuid)`)}`;
  const latestFirst = sql`order by ${byDay(sql`${day} desc`)} ${at} desc, ${id} desc`;
  const columns = sql`select ${byDay(sql`${day} as day`)} ${at} as at, ${id} as row_id, p.id as post_id`;
  if (!q) return sql`select p.* from ${source} where ${chosen} ${latestFirst} limit ${atLeast(limit)}`;
  const looked: Looked = {
    rows: (also) => sql`${columns}, p.search from ${source} where ${chosen} ${also} ${latestFirst}`,
    shown: sql`where true`,
    found: (fits) =>
      sql`select each.* from ${hits(scope, fits)}, lateral (${columns} from ${source} where ${id} = hit and ${chosen} offset 0) each where true`,
    keys: [...(sort === 'occurred' ? ['day'] : []), 'at', 'row_id'],
  };
  const fit = newestThatFit(looked, sql`select search_beginnings(${q})`, atLeast(limit));
  return sql`select p.* from (${fit}) fit join posts p on p.id = fit.post_id`;
}
