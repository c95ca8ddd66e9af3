import { limits } from '@heartwood/contract/limits';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { questionVisible } from '#features/questions/queries.ts';
import type { Progress } from '#features/questions/tables.ts';
import type { Kept } from '#features/treasures/tables.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { latestDeletedFirst } from '#platform/db/undo.ts';
import type { DeletedPage } from '#platform/db/undo.ts';
import type { Said } from '#platform/feature.ts';
import type { DeletedPostRow, HeartsRow, Place, Position, PostFilter, PostRow, SummaryRow } from './tables.ts';

// [Note: The audience rule]
// Who sees a post is decided here and nowhere else: every statement that reads, counts or changes something of a post for a user
// contains it. `rules.ts` says the same in words (maySeePost), and a property test holds the two together. That the viewer is a member
// is what a FamilyScope proves; that a named one still is, the foreign key of post_audience.

/** The audience rule for a post `p`, deleted or not. */
export const inAudience = (scope: FamilyScope): SQL => sql`p.family_id = ${scope.familyId} and (
  p.author_id = ${scope.userId} or p.audience = 'family' ${isGuardian(scope.role) ? sql`or p.audience = 'guardians'` : sql``}
  or (p.audience = 'people' and exists (select from post_audience named where named.post_id = p.id and named.user_id = ${scope.userId})))`;

/** The audience rule for a post `p` that is not deleted. */
export const visible = (scope: FamilyScope): SQL => sql`p.deleted_at is null and ${inAudience(scope)}`;

/** A condition that is there only where something is asked for. */
export const when = (asked: unknown, condition: SQL): SQL => (asked ? condition : sql``);

/** Whether a post `p` is about a person. An id goes before a slug, so that a slug never stands for another person's id. */
export const isAbout = (scope: FamilyScope, person: string): SQL => sql`p.id in (
  select about.post_id from post_people about where about.person_id = (
    select person.id from people person
    where person.family_id = ${scope.familyId} and (person.id::text = ${person.toLowerCase()} or person.slug = ${person})
    order by person.id::text = ${person.toLowerCase()} desc limit 1))`;

/** Whether a post `p` is among the treasures: it has a category, also where its shelf has been removed since. */
export const isTreasure = sql`p.category_id is not null`;

const newestFirst = sql`p.created_at desc, p.id desc`;
const latestFirst = sql`p.occurred_on desc, ${newestFirst}`;

/** How many love a post `p`, and whether one does. */
const heartsOn = (scope: FamilyScope): SQL => sql`(
  select json_build_object('count', count(*), 'mine', coalesce(bool_or(h.user_id = ${scope.userId}), false)) from hearts h where h.post_id = p.id)`;

/** Posts with all that is shown of them, in one statement: `page` chooses the rows of `p`, the rest is looked up for those alone. */
const withEverything = (scope: FamilyScope, page: SQL, order: SQL): SQL => sql`
  select p.id, p.family_id, p.author_id, p.kind, p.text, p.captions, p.recipe, p.occurred_on, p.audience, p.category_id, p.subcategory_id, p.version,
    p.created_at, p.updated_at,
    array(select about.person_id from post_people about where about.post_id = p.id order by about.position) as people,
    array(select shown.medium_id from post_media shown where shown.post_id = p.id order by shown.position) as media,
    case when p.audience = 'people' and p.author_id = ${scope.userId}
      then array(select named.user_id from post_audience named where named.post_id = p.id order by named.user_id) end as audience_user_ids,
    p.recipe is not null and exists (
      select from people person where person.id = (p.recipe #>> '{from,heartwood_id}')::uuid and person.family_id = p.family_id) as recipe_from_known,
    (select json_build_object('id', q.id, 'text', q.text) from questions q where q.id = p.question_id and ${questionVisible(scope)}) as question,
    ${heartsOn(scope)} as hearts,
    (select count(*)::int from comments c where c.post_id = p.id and c.deleted_at is null) as comment_count,
    (select row_to_json(latest) from (select c.id, c.author_id, c.text, m.kind as media_kind from comments c left join media m on m.id = c.medium_id
      where c.post_id = p.id and c.deleted_at is null order by c.created_at desc, c.id desc limit 1) latest) as latest_comment
  from (${page}) p order by ${order}`;

/** Posts `p` on a shelf or in a category. */
const keptIn = ({ category_id, subcategory_id }: Place): SQL => sql`
  ${when(category_id, sql`and p.category_id = ${category_id}`)} ${when(subcategory_id, sql`and p.subcategory_id = ${subcategory_id}`)}`;

/** Whether a post `p` answers a question that one sees. */
const answers = (scope: FamilyScope, questionId: string | undefined): SQL =>
  sql`p.question_id = ${questionId} and exists (select from questions q where q.id = p.question_id and ${questionVisible(scope)})`;

/** Posts one may see, the latest shared first; sorted by `occurred` the latest memory first. */
export function postsPage(db: Db, scope: FamilyScope, filter: PostFilter, after: Position | undefined, limit: number): Promise<PostRow[]> {
  const { person, author, kind, media, from, to, q } = filter;
  const byDay = filter.sort === 'occurred';
  const order = byDay ? latestFirst : newestFirst;
  const page = sql`select p.* from posts p where ${visible(scope)} ${keptIn(filter)}
    ${when(person !== undefined, sql`and ${isAbout(scope, person ?? '')}`)}
    ${when(author, sql`and p.author_id = ${author}`)} ${when(kind, sql`and p.kind = ${kind}`)}
    ${when(
      media,
      sql`and exists (select from post_media held join media m on m.id = held.medium_id where held.post_id = p.id and m.kind = ${media})`,
    )}
    ${when(filter.question_id, sql`and ${answers(scope, filter.question_id)}`)}
    ${when(from, sql`and p.occurred_on >= ${from}::date`)} ${when(to, sql`and p.occurred_on <= ${to}::date`)}
    ${when(q, sql`and p.search @@ search_beginnings(${q})`)}
    ${when(after && !byDay, sql`and (p.created_at, p.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    ${when(after && byDay, sql`and (p.occurred_on, p.created_at, p.id) < (${after?.day}::date, ${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    order by ${order} limit ${limit}`;
  return readRows(db, withEverything(scope, page, order));
}

/**
 * In how many posts that one may see each person of the family is. Nearly all posts of a family are for all of it: so the few that one may
 * not see are left out, instead of looking up each that one may.
 */
export const memoryCounts = (db: Db, scope: FamilyScope): Promise<{ heartwood_id: string; memories: number }[]> =>
  readRows(
    db,
    sql`select about.person_id as heartwood_id, count(*)::int as memories from post_people about
      where about.family_id = ${scope.familyId}
        and about.post_id not in (select p.id from posts p where p.family_id = ${scope.familyId} and (${visible(scope)}) is not true)
      group by about.person_id`,
  );

/** Posts of earlier years whose memory is of one of these days (month times 100 plus day), the latest memory first. */
export function anniversariesPage(
  db: Db,
  scope: FamilyScope,
  on: { day: string; monthDays: number[] },
  after: Position | undefined,
  limit: number,
): Promise<PostRow[]> {
  const page = sql`
    select p.* from posts p where ${visible(scope)} and p.month_day = any(${sql.param(on.monthDays)}::smallint[]) and p.occurred_on < ${on.day}::date
    ${when(after, sql`and (p.occurred_on, p.created_at, p.id) < (${after?.day}::date, ${after?.at}::timestamptz, ${after?.id}::uuid)`)}
    order by ${latestFirst} limit ${limit}`;
  return readRows(db, withEverything(scope, page, latestFirst));
}

/** The years of the memories one may see, the latest first; with `kept` only of those among the treasures. */
export async function yearsOf(db: Db, scope: FamilyScope, kept: boolean): Promise<number[]> {
  const years = sql`select distinct extract(year from p.occurred_on)::int as year from posts p
    where ${visible(scope)} ${when(kept, sql`and ${isTreasure}`)} order by year desc`;
  return (await readRows<{ year: number }>(db, years)).map(({ year }) => year);
}

/** A cover is looked for in so many of the newest posts of a place: a shelf of voices alone is not listened to from end to end. */
const coversAmong = 300;

/** What one may see of what is kept, by category and subcategory, with the first photo, or first page, of the newest post that has one. */
export const keptPosts = (db: Db, scope: FamilyScope): Promise<Kept[]> =>
  readRows(
    db,
    sql`select place.*, cover.medium_id as cover, cover.created_at as cover_at from (
      select p.category_id, p.subcategory_id, count(*)::int as count from posts p
      where ${visible(scope)} and p.category_id is not null group by p.category_id, p.subcategory_id) place
    left join lateral (
      select first.medium_id, p.created_at from (
        select p.id, p.created_at from posts p
        where ${visible(scope)} and p.category_id = place.category_id and p.subcategory_id is not distinct from place.subcategory_id
        order by ${newestFirst} limit ${coversAmong}) p
      join lateral (
        select shown.medium_id from post_media shown join media m on m.id = shown.medium_id
        where shown.post_id = p.id and m.kind in ('image', 'document') and m.state = 'ready' and m.variants ? 'thumb'
        order by m.kind desc, shown.position limit 1) first on true
      order by p.created_at desc, p.id desc limit 1) cover on true`,
  );

/** What is attached is added up for so many of the newest posts. */
export const mediaAmong = 5_000;

/** What one may see of a shelf, of a category, or without either of all that is kept, in short. */
export async function summaryOf(db: Db, scope: FamilyScope, place: Place): Promise<SummaryRow> {
  const kept = sql`posts p where ${visible(scope)} and p.category_id is not null ${keptIn(place)}`;
  const [authors, media] = await Promise.all([
    readRows<SummaryRow['authors'][number]>(
      db,
      sql`select p.author_id, count(*)::int as post_count from ${kept} group by p.author_id order by 2 desc, 1 limit 100`,
    ),
    readRows<SummaryRow['media'][number]>(
      db,
      sql`select m.kind, count(distinct p.id)::int as post_count, count(*)::int as count, coalesce(sum(m.duration), 0)::float8 as seconds
        from (select p.id from ${kept} order by ${newestFirst} limit ${mediaAmong}) p
        join post_media shown on shown.post_id = p.id join media m on m.id = shown.medium_id group by m.kind order by 1`,
    ),
  ]);
  return { authors, media };
}

/** Those of some posts that one may see, in any order, with all that is shown of them. */
export async function postsByIds(db: Db, scope: FamilyScope, ids: readonly string[]): Promise<PostRow[]> {
  const among = sql`select p.* from posts p where p.id = any(${sql.param([...ids])}::uuid[]) and ${visible(scope)}`;
  return ids.length === 0 ? [] : readRows(db, withEverything(scope, among, newestFirst));
}

/** A post that one may see, with all that is shown of it. */
export async function postById(db: Db, scope: FamilyScope, id: string): Promise<PostRow | undefined> {
  const one = sql`select p.* from posts p where p.id = ${id}::uuid and ${visible(scope)}`;
  return (await readRows<PostRow>(db, withEverything(scope, one, newestFirst)))[0];
}

/** Those of the ids that are posts one may see. */
export async function visibleAmong(db: Queryable, scope: FamilyScope, wanted: readonly string[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const found = await readRows<{ id: string }>(
    db,
    sql`select p.id from posts p where ${visible(scope)} and p.id = any(${sql.param([...wanted])}::uuid[])`,
  );
  return found.map(({ id }) => id);
}

/** Media of a post one may see that one has uploaded oneself. */
export async function ownMediaOf(db: Queryable, scope: FamilyScope, postId: string): Promise<string[]> {
  const found = await readRows<{ id: string }>(
    db,
    sql`select m.id from posts p join post_media shown on shown.post_id = p.id join media m on m.id = shown.medium_id
      where p.id = ${postId} and m.uploader_id = ${scope.userId} and ${visible(scope)}`,
  );
  return found.map(({ id }) => id);
}

/** The hearts of a post one may see. */
export async function heartsOf(db: Db, scope: FamilyScope, postId: string): Promise<HeartsRow | undefined> {
  const found = sql`select ${heartsOn(scope)} as hearts from posts p where p.id = ${postId} and ${visible(scope)}`;
  return (await readRows<{ hearts: HeartsRow }>(db, found))[0]?.hearts;
}

/** Who loves a post one may see, the latest heart first. */
export const loversPage = (
  db: Db,
  scope: FamilyScope,
  postId: string,
  after: Position | undefined,
  limit: number,
): Promise<{ user_id: string; created_at: string }[]> =>
  readRows(
    db,
    sql`select h.user_id, h.created_at from hearts h join posts p on p.id = h.post_id where h.post_id = ${postId} and ${visible(scope)}
      ${when(after, sql`and (h.created_at, h.user_id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`)}
      order by h.created_at desc, h.user_id desc limit ${limit}`,
  );

/** Whether a medium belongs to a post that one may see. */
export async function isMediumShown(db: Db, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await readRows(
    db,
    sql`select from posts p join post_media shown on shown.post_id = p.id where shown.medium_id = ${mediumId} and ${visible(scope)}`,
  );
  return found.length > 0;
}

/** What is said of media in posts one may see: the caption, or the story. */
export async function saidOfMedia(db: Db, scope: FamilyScope, mediumIds: readonly string[]): Promise<Map<string, Said>> {
  const rows = await readRows<Said & { id: string }>(
    db,
    sql`select shown.medium_id as id, coalesce(nullif(p.captions ->> shown.medium_id::text, ''), left(p.text, ${limits.description})) as text,
        p.occurred_on as day
      from posts p join post_media shown on shown.post_id = p.id
      where shown.medium_id = any(${sql.param([...mediumIds])}::uuid[]) and ${visible(scope)}`,
  );
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}

/** Who else than its author brings a post or comment back: the guardian who deleted it (`mayRestore` in words). */
export const orItsDeleter = ({ role, userId }: FamilyScope, of: SQL): SQL =>
  isGuardian(role) ? sql`or ${of}.deleted_by = ${userId}` : sql``;

/** Who brings a post `p` back, within its audience. @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`p.deleted_at >= ${since} and ${inAudience(scope)}
  and (p.author_id = ${scope.userId} ${orItsDeleter(scope, sql`p`)})`;

/** Posts that one may bring back, the latest deletion first. */
export const deletedPage = (db: Db, scope: FamilyScope, page: DeletedPage): Promise<DeletedPostRow[]> =>
  readRows(
    db,
    sql`select p.id, p.author_id, p.kind, p.recipe ->> 'title' as title, p.text, p.occurred_on, p.deleted_at, p.deleted_by,
        (select count(*)::int from post_media held where held.post_id = p.id) as media_count,
        (select m.thumbhash from post_media held join media m on m.id = held.medium_id
          where held.post_id = p.id and m.thumbhash is not null order by held.position limit 1) as thumbhash
      from posts p where ${restorable(scope, page.since)} ${latestDeletedFirst(sql`p`, page)}`,
  );

/** Who has answered some questions so that anybody but themself may see it, and how many answers one sees. */
export const progressOf = (db: Db, scope: FamilyScope, questionIds: readonly string[]): Promise<Progress[]> =>
  readRows(
    db,
    sql`select p.question_id, coalesce(array_agg(distinct p.author_id) filter (where ${toOthers}), '{}') as answered,
        count(*) filter (where ${inAudience(scope)})::int as visible
      from posts p where p.family_id = ${scope.familyId} and p.question_id = any(${sql.param([...questionIds])}::uuid[]) and p.deleted_at is null
      group by p.question_id`,
  );

/** What its author shares with themself alone answers nothing. */
const toOthers = sql`p.audience in ('family', 'guardians')
  or (p.audience = 'people' and exists (select from post_audience named where named.post_id = p.id and named.user_id <> p.author_id))`;

/** Every answer to a question that one may see, the first one first. */
export async function answerIdsOf(db: Db, scope: FamilyScope, questionId: string): Promise<string[]> {
  const found = await readRows<{ id: string }>(
    db,
    sql`select p.id from posts p where ${visible(scope)} and ${answers(scope, questionId)} order by p.created_at, p.id`,
  );
  return found.map(({ id }) => id);
}

/** Who has answered a question so that anybody but themself may see it. */
export async function answeredBy(db: Queryable, { familyId }: FamilyScope | FamilyErrand, questionId: string): Promise<string[]> {
  const found = await readRows<{ id: string }>(
    db,
    sql`select distinct p.author_id as id from posts p
      where p.family_id = ${familyId} and p.question_id = ${questionId} and p.deleted_at is null and (${toOthers})`,
  );
  return found.map(({ id }) => id);
}
