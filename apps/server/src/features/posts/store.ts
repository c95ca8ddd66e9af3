import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Kept } from '#features/treasures/tables.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { atLeast, prepared, preparedPage } from '#platform/db/prepared.ts';
import {
  byItself,
  byName,
  commentColumns,
  comments,
  hearts,
  heartsOn,
  keptCounts,
  keptIn,
  newestFirst,
  postAudience,
  postMedia,
  postPeople,
  posts,
  postsThatFit,
  visible,
  when,
  withEverything,
} from './tables.ts';
import type { CommentHead, CommentRow, HeartsRow, Place, Position, PostFilter, PostHead, PostRow, SummaryRow } from './tables.ts';

/** Posts one may see, the latest shared first; sorted by `occurred` the latest memory first. */
export const postsPage = (db: Db, scope: FamilyScope, filter: PostFilter, after: Position | undefined, limit: number) =>
  preparedPage<PostRow>(
    db,
    withEverything(
      scope,
      postsThatFit(scope, filter, after, limit),
      sql`${when(filter.sort === 'occurred', sql`p.occurred_on desc,`)} ${newestFirst}`,
    ),
  );

// [Note: Counts]
// What a post says itself is counted where it is written (`memory_counts`, by triggers), so that a count costs the same however many there
// are. Who is named is asked of the posts that name one.

/** In how many posts that one may see each person of the family is. */
export const memoryCounts = (db: Db, scope: FamilyScope) =>
  preparedPage<{ heartwood_id: string; memories: number }>(
    db,
    sql`select person_id as heartwood_id, sum(count)::int as memories from (
      select p.person_id, p.count from memory_counts p where p.family_id = ${scope.familyId} and p.person_id is not null and ${byItself(scope)}
      union all select p.person_id, 1 from ${byName(scope, 'post_people')}) known
      group by person_id having sum(count) > 0`,
  );

/** Of one day the index gives the posts in order; of two they are sorted. */
const isOnOneOf = ([day, ...more]: number[]): SQL =>
  more.length === 0 ? sql`p.month_day = ${day}::smallint` : sql`p.month_day = any(${sql.param([day, ...more])}::smallint[])`;

/** Posts of earlier years whose memory is of one of these days (month times 100 plus day), the latest memory first. */
export async function anniversariesPage(
  db: Db,
  scope: FamilyScope,
  on: { day: string; monthDays: number[] },
  after: Position | undefined,
  limit: number,
) {
  const latestFirst = sql`p.occurred_on desc, ${newestFirst}`;
  const page = sql`
    select p.* from posts p where ${visible(scope)} and ${isOnOneOf(on.monthDays)} and p.occurred_on < ${on.day}::date
    ${when(after, sql`and (p.occurred_on, p.created_at, p.id) < (${after?.day}::date, ${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    order by ${latestFirst} limit ${atLeast(limit)}`;
  return preparedPage<PostRow>(db, withEverything(scope, page, latestFirst));
}

/** The years of the memories one may see, the latest first: from one to the next by the index of days, not through all of them. */
export async function yearsOf(db: Db, scope: FamilyScope): Promise<number[]> {
  const before = (day: SQL) => sql`(select extract(year from p.occurred_on)::int from posts p
    where ${visible(scope)} and p.occurred_on < ${day} order by p.occurred_on desc limit 1)`;
  const years = sql`with recursive found (year) as (select ${before(sql`'infinity'::date`)}
    union all select ${before(sql`make_date(year, 1, 1)`)} from found where year is not null) select year from found where year is not null`;
  return (await prepared<{ year: number }>(db, years)).map(({ year }) => year);
}

/** A cover is looked for in so many of the newest posts of a place: a shelf of voices alone is not listened to from end to end. */
const coversAmong = sql.raw('300');

/** What one may see of what is kept, by category and subcategory, with the first photo, or first page, of the newest post that has one. */
export async function keptPosts(db: Db, scope: FamilyScope): Promise<Kept[]> {
  // Two ways to a place, because no index finds what `is not distinct from` something.
  const cover = (place: SQL) => sql`left join lateral (
    select first.medium_id, p.created_at from (
      select p.id, p.created_at from posts p where ${visible(scope)} and p.category_id = place.category_id and ${place}
      order by p.created_at desc, p.id desc limit ${coversAmong}) p
    join lateral (
      select shown.medium_id from post_media shown join media m on m.id = shown.medium_id
      where shown.post_id = p.id and m.kind in ('image', 'document') and m.state = 'ready' and m.variants ? 'thumb'
      order by m.kind desc, shown.position limit 1) first on true
    order by p.created_at desc, p.id desc limit 1)`;
  return preparedPage<Kept>(
    db,
    sql`select place.*, coalesce(shelf.medium_id, beside.medium_id) as cover, coalesce(shelf.created_at, beside.created_at) as cover_at from (
      select category_id, subcategory_id, sum(count)::int as count from ${keptCounts(scope, sql``)}
      group by category_id, subcategory_id having sum(count) > 0) place
    ${cover(sql`p.subcategory_id = place.subcategory_id`)} shelf on true
    ${cover(sql`p.subcategory_id is null and place.subcategory_id is null`)} beside on true`,
  );
}

/** What is attached is added up for so many of the newest posts. */
export const mediaAmong = 5_000;

/** What one may see of a shelf, of a category, or without either of all that is kept, in short. */
export async function summaryOf(db: Db, scope: FamilyScope, place: Place): Promise<SummaryRow> {
  const authors = sql`select author_id, sum(count)::int as post_count from ${keptCounts(scope, keptIn(place))}
    group by author_id having sum(count) > 0 order by 2 desc, 1 limit 100`;
  const newest = sql`select p.id from posts p where ${visible(scope)} and p.category_id is not null ${keptIn(place)}
    order by ${newestFirst} limit ${sql.raw(String(mediaAmong))}`;
  const held = sql`
    select m.kind, count(distinct p.id)::int as post_count, count(*)::int as count, coalesce(sum(m.duration), 0)::float8 as seconds
    from (${newest}) p join post_media shown on shown.post_id = p.id join media m on m.id = shown.medium_id group by m.kind order by 1`;
  const [summary] = await prepared<SummaryRow>(
    db,
    sql`select (select coalesce(json_agg(a), '[]') from (${authors}) a) as authors, (select coalesce(json_agg(h), '[]') from (${held}) h) as media`,
  );
  return summary ?? { authors: [], media: [] };
}

/** Those of some posts that one may see, in any order, with all that is shown of them. */
export async function postsByIds(db: Db, scope: FamilyScope, ids: readonly string[]): Promise<PostRow[]> {
  const among = sql`select p.* from posts p where p.id = any(${sql.param([...ids])}::uuid[]) and ${visible(scope)}`;
  return ids.length === 0 ? [] : preparedPage<PostRow>(db, withEverything(scope, among, newestFirst));
}

const p = alias(posts, 'p');
const c = alias(comments, 'c');
const mine = (scope: FamilyScope, id: string) => and(eq(posts.id, id), eq(posts.familyId, scope.familyId));

/** The family a post or comment belongs to; says nothing about who may see it. */
export async function familyOf(db: Db, kind: 'posts' | 'comments', id: string): Promise<string | null> {
  return (await prepared<{ family_id: string }>(db, sql`select family_id from ${sql.raw(kind)} where id = ${id}`))[0]?.family_id ?? null;
}

const pick = (db: Queryable, id: string, which: SQL) =>
  db
    .select()
    .from(p)
    .where(and(eq(p.id, id), which));

/** A post one may see. With `lock` it stays so until the transaction ends: `update` keeps out every change, `key share` its disappearing. */
export async function findPost(db: Queryable, scope: FamilyScope, id: string, lock?: 'update' | 'key share') {
  const found = pick(db, id, visible(scope));
  return (await (lock ? found.for(lock) : found))[0];
}

/** Lets nobody change who is in the family until the transaction ends: before it holds a post, as they hold the family before its posts. */
export const holdFamily = (tx: Tx, { familyId }: FamilyScope) => tx.execute(sql`select from families where id = ${familyId} for key share`);

export async function insertPost(tx: Tx, scope: FamilyScope, row: Omit<typeof posts.$inferInsert, 'familyId' | 'authorId' | 'version'>) {
  await tx.insert(posts).values({ ...row, familyId: scope.familyId, authorId: scope.userId, version: 1 });
}

/** Changes a post and counts its version on. */
export async function updatePost(tx: Tx, scope: FamilyScope, id: string, change: Partial<typeof posts.$inferInsert>): Promise<void> {
  await tx
    .update(posts)
    .set({ ...change, version: sql`${posts.version} + 1` })
    .where(mine(scope, id));
}

/** Changes where a post is kept, which is about it and not in it. */
export async function placePost(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  to: Pick<PostHead, 'categoryId' | 'subcategoryId'>,
): Promise<void> {
  await db.update(posts).set(to).where(mine(scope, id));
}

/** Members a post names, and its media in order, with what is said of them. */
export async function partsOf(tx: Tx, scope: FamilyScope, postId: string) {
  const of = (table: typeof postAudience | typeof postMedia) => and(eq(table.postId, postId), eq(table.familyId, scope.familyId));
  const named = await tx.select().from(postAudience).where(of(postAudience));
  const shown = await tx.select().from(postMedia).where(of(postMedia)).orderBy(postMedia.position);
  const captions = Object.fromEntries(shown.map((row) => [row.mediumId, row.caption]));
  return { audience: named.map((row) => row.userId), media: shown.map((row) => row.mediumId), captions };
}

/** Makes these the media, the people and the named members of a post; what is left out stays. */
export async function putParts(
  tx: Tx,
  scope: FamilyScope,
  post: { id: string; createdAt: Date },
  parts: Partial<Record<'media' | 'people' | 'audience', string[]>> & { captions?: Record<string, string> | undefined },
) {
  const { familyId } = scope;
  const owner = { postId: post.id, familyId };
  // In the transaction that has made the post or holds it: from here on the database keeps them as the post has them.
  const ofPost = (column: SQL) => sql`(select ${column} from posts where id = ${post.id})`;
  const facts = {
    createdAt: post.createdAt,
    occurredOn: ofPost(sql`occurred_on`),
    authorId: ofPost(sql`author_id`),
    audience: ofPost(sql`audience`),
    kind: ofPost(sql`kind`),
    shown: ofPost(sql`deleted_at is null`),
  };
  const put = async (table: typeof postMedia | typeof postPeople | typeof postAudience, rows: object[] | undefined) => {
    if (rows) await tx.delete(table).where(and(eq(table.postId, post.id), eq(table.familyId, familyId)));
    if (rows && rows.length > 0) await tx.insert(table).values(rows as never);
  };
  await put(
    postMedia,
    parts.media?.map((mediumId, position) => ({ ...owner, mediumId, position, caption: parts.captions?.[mediumId] ?? '' })),
  );
  await put(
    postPeople,
    parts.people?.map((personId, position) => ({ ...owner, ...facts, personId, position })),
  );
  await put(
    postAudience,
    parts.audience?.map((userId) => ({ ...owner, userId })),
  );
}

/** Gives a heart, once. @returns false where there is no such post for one */
export async function insertHeart(db: Queryable, scope: FamilyScope, postId: string, now: Date): Promise<void> {
  await db.execute(sql`insert into hearts (post_id, user_id, family_id, created_at)
    select p.id, ${scope.userId}, p.family_id, ${now} from posts p where p.id = ${postId} and ${visible(scope)} for key share of p on conflict do nothing`);
}

export async function deleteHeart(db: Queryable, scope: FamilyScope, postId: string): Promise<void> {
  await db.delete(hearts).where(and(eq(hearts.postId, postId), eq(hearts.userId, scope.userId), eq(hearts.familyId, scope.familyId)));
}

/** The hearts of a post one may see. */
export async function heartsOf(db: Db, scope: FamilyScope, postId: string): Promise<HeartsRow | undefined> {
  const found = sql`select ${heartsOn(scope)} as hearts from posts p where p.id = ${postId} and ${visible(scope)}`;
  return (await prepared<{ hearts: HeartsRow }>(db, found))[0]?.hearts;
}

/** Who loves a post one may see, the latest heart first. */
export async function loversPage(db: Db, scope: FamilyScope, postId: string, after: Position | undefined, limit: number) {
  return preparedPage<{ user_id: string; created_at: string }>(
    db,
    sql`select h.user_id, h.created_at from hearts h join posts p on p.id = h.post_id where h.post_id = ${postId} and ${visible(scope)}
      ${when(after, sql`and (h.created_at, h.user_id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
      order by h.created_at desc, h.user_id desc limit ${atLeast(limit)}`,
  );
}

/** Comments of posts one may see, the first one first: of one post, or some by their ids. */
export async function commentsPage(
  db: Db,
  scope: FamilyScope,
  of: { postId: string } | { ids: readonly string[] },
  after?: Position,
  limit = 1,
) {
  return preparedPage<CommentRow>(
    db,
    sql`select ${commentColumns} from comments c join posts p on p.id = c.post_id where ${visible(scope)} and c.deleted_at is null
      and ${'ids' in of ? sql`c.id = any(${sql.param([...of.ids])}::uuid[])` : sql`c.post_id = ${of.postId}`}
      ${when(after, sql`and (c.created_at, c.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
      order by c.created_at, c.id limit ${atLeast(limit)}`,
  );
}

/** A comment on a post one may see. */
export async function findComment(db: Queryable, scope: FamilyScope, id: string): Promise<CommentHead | undefined> {
  const which = and(eq(c.id, id), isNull(c.deletedAt), visible(scope));
  const found = await db.select({ comment: c }).from(c).innerJoin(p, eq(p.id, c.postId)).where(which);
  return found[0]?.comment;
}

export async function insertComment(tx: Tx, scope: FamilyScope, row: Omit<typeof comments.$inferInsert, 'familyId' | 'authorId'>) {
  await tx.insert(comments).values({ ...row, familyId: scope.familyId, authorId: scope.userId });
}

export async function updateComment(db: Queryable, scope: FamilyScope, id: string, change: Partial<typeof comments.$inferInsert>) {
  const one = and(eq(comments.id, id), eq(comments.familyId, scope.familyId));
  await db.update(comments).set(change).where(one);
}

/** Whether a medium belongs to a post, or to a comment on a post, that one may see. */
export async function isMediumShown(db: Db, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await prepared(
    db,
    sql`select from posts p where ${visible(scope)} and p.id in (
    select shown.post_id from post_media shown where shown.medium_id = ${mediumId}
    union all select c.post_id from comments c where c.medium_id = ${mediumId} and c.deleted_at is null)`,
  );
  return found.length > 0;
}

/** Those of the ids that are posts one may see. */
export const visibleAmong = async (db: Queryable, scope: FamilyScope, wanted: readonly string[]): Promise<string[]> =>
  wanted.length === 0 ? [] : ids(db, sql`select p.id from posts p where ${visible(scope)} and p.id = any(${sql.param(wanted)}::uuid[])`);

const ids = async (db: Queryable, query: SQL): Promise<string[]> => (await db.execute<{ id: string }>(query)).rows.map((row) => row.id);
