import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Kept } from '#features/treasures/tables.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { atLeast, prepared, preparedPage } from '#platform/db/prepared.ts';
import { comments, hearts, ofTagged, postAudience, postMedia, postPeople, posts, tagged, visible } from './tables.ts';
import type { CommentHead, CommentRow, HeartsRow, Position, PostFilter, PostHead, PostRow, SummaryRow } from './tables.ts';

const heartsOn = (scope: FamilyScope): SQL => sql`(
  select json_build_object('count', count(*), 'mine', coalesce(bool_or(h.user_id = ${scope.userId}), false)) from hearts h where h.post_id = p.id)`;
const commentColumns = sql`c.id, c.author_id, c.text, c.medium_id, c.created_at`;

/** Posts with all that is shown of them, in one statement: `page` chooses the rows of `p`, the rest is looked up for those alone. */
const withEverything = (scope: FamilyScope, page: SQL, order: SQL): SQL => sql`
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

const newestFirst = sql`p.created_at desc, p.id desc`;
const when = (asked: unknown, condition: SQL): SQL => (asked ? condition : sql``);

const keptIn = ({ category_id, subcategory_id }: PostFilter): SQL => sql`
  ${when(category_id, sql`and p.category_id = ${category_id}`)} ${when(subcategory_id, sql`and p.subcategory_id = ${subcategory_id}`)}`;

/** Posts one may see, the latest shared first; sorted by `occurred` the latest memory first. */
export async function postsPage(db: Db, scope: FamilyScope, filter: PostFilter, after: Position | undefined, limit: number) {
  const { person, author, kind, from, to, q, sort } = filter;
  // Taken from where the index of the list has them.
  const [day, at, id] = person === undefined ? [sql`p.occurred_on`, sql`p.created_at`, sql`p.id`] : ofTagged;
  const byDay = (ofDay: SQL) => when(sort === 'occurred', sql`${ofDay},`);
  const page = sql`
    select p.* from ${person === undefined ? sql`posts p` : tagged(scope, person)} where ${visible(scope)}
    ${when(author, sql`and p.author_id = ${author}`)} ${when(kind, sql`and p.kind = ${kind}`)}
    ${keptIn(filter)} ${when(
      filter.media,
      sql`and exists (select from post_media held join media m on m.id = held.medium_id
      where held.post_id = p.id and m.kind = ${filter.media})`,
    )}
    ${when(filter.question_id, sql`and false`)} ${when(q, sql`and p.search @@ search_beginnings(${q})`)}
    ${when(from, sql`and ${day} >= ${from}::date`)} ${when(to, sql`and ${day} <= ${to}::date`)}
    ${when(after, sql`and (${byDay(day)} ${at}, ${id}) < (${byDay(sql`${after?.day}::date`)} ${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    order by ${byDay(sql`${day} desc`)} ${at} desc, ${id} desc limit ${atLeast(limit)}`;
  return preparedPage<PostRow>(db, withEverything(scope, page, sql`${byDay(sql`p.occurred_on desc`)} ${newestFirst}`));
}

/** In how many posts that one may see each person of the family is. */
export const memoryCounts = (db: Db, scope: FamilyScope) =>
  preparedPage<{ heartwood_id: string; memories: number }>(
    db,
    sql`select about.person_id as heartwood_id, count(*)::int as memories from post_people about join posts p on p.id = about.post_id
      where about.family_id = ${scope.familyId} and ${visible(scope)} group by about.person_id`,
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

/** What one may see of what is kept, by category and subcategory, with the first photo, or first page, of the newest post that has one. */
export async function keptPosts(db: Db, scope: FamilyScope): Promise<Kept[]> {
  return preparedPage<Kept>(
    db,
    sql`select place.*, newest.medium_id as cover, newest.created_at as cover_at from (
      select p.category_id, p.subcategory_id, count(*)::int as count from posts p
      where ${visible(scope)} and p.category_id is not null group by p.category_id, p.subcategory_id) place
    left join lateral (
      select shown.medium_id, p.created_at from posts p join post_media shown on shown.post_id = p.id join media m on m.id = shown.medium_id
      where ${visible(scope)} and p.category_id = place.category_id and p.subcategory_id is not distinct from place.subcategory_id
        and m.kind in ('image', 'document') and m.state = 'ready' and m.variants ? 'thumb'
      order by p.created_at desc, p.id desc, m.kind desc, shown.position limit 1) newest on true`,
  );
}

/** What one may see of a shelf or a category, in short. */
export async function summaryOf(
  db: Db,
  scope: FamilyScope,
  place: Pick<PostFilter, 'category_id' | 'subcategory_id'>,
): Promise<SummaryRow> {
  const chosen = sql`${visible(scope)} ${keptIn(place)}`;
  const authors = sql`select p.author_id, count(*)::int as post_count from posts p where ${chosen} group by p.author_id order by 2 desc, 1 limit 100`;
  const held = sql`
    select m.kind, count(distinct p.id)::int as post_count, count(*)::int as count, coalesce(sum(m.duration), 0)::float8 as seconds
    from posts p join post_media shown on shown.post_id = p.id join media m on m.id = shown.medium_id where ${chosen} group by m.kind order by 1`;
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
  const occurredOn = sql`(select occurred_on from posts where id = ${post.id})`;
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
    parts.people?.map((personId, position) => ({ ...owner, personId, position, createdAt: post.createdAt, occurredOn })),
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

type CommentChange = Partial<typeof comments.$inferInsert>;

export async function updateComment(db: Queryable, scope: FamilyScope, id: string, change: CommentChange): Promise<void> {
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
