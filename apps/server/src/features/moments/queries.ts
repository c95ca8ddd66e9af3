import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Db, Queryable } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { latestDeletedFirst } from '#platform/db/undo.ts';
import type { DeletedPage } from '#platform/db/undo.ts';
import type { DeletedMomentRow, MomentRow, Position } from './tables.ts';

// Who sees a moment is decided by this fragment alone; `rules.ts` says the same in words (maySeeMoment), and a test holds the two
// together. A moment that has lost all of its people is shown to no user.

/** The rule for a moment `m`, deleted or not. */
export const seenBy = (scope: FamilyScope): SQL => sql`m.family_id = ${scope.familyId} and exists (
  select from moment_people whose where whose.moment_id = m.id ${isGuardian(scope.role) ? sql`` : sql`and whose.person_id = ${scope.personId}`})`;

/** The rule for a moment `m` that is not deleted. */
export const visible = (scope: FamilyScope): SQL => sql`m.deleted_at is null and ${seenBy(scope)}`;

/** Who brings a moment `m` back, of those who saw it: whoever may change it (`mayEditMoment` in words). @param since the earliest deletion that can be undone */
export const restorable = (scope: FamilyScope, since: Date): SQL => sql`m.deleted_at >= ${since} and ${seenBy(scope)}
  ${isGuardian(scope.role) ? sql`` : sql`and m.author_id = ${scope.userId}`}`;

const when = (asked: unknown, condition: SQL): SQL => (asked ? condition : sql``);
const latestFirst = sql`m.occurred_on desc, m.id desc`;
const of = (personId: string | undefined): SQL =>
  when(personId, sql`and exists (select from moment_people about where about.moment_id = m.id and about.person_id = ${personId})`);

/** Moments with all that is shown of them; `page` chooses the rows of `m`. */
const withEverything = (page: SQL): SQL => sql`
  select m.id, m.family_id, m.author_id, m.title, m.milestone, m.occurred_on, m.text, m.post_id, m.version, m.created_at, m.updated_at,
    array(select about.person_id from moment_people about where about.moment_id = m.id order by about.position) as people,
    array(select shown.medium_id from moment_media shown where shown.moment_id = m.id order by shown.position) as media
  from (${page}) m order by ${latestFirst}`;

/** Moments one may see, of one person or of all, the latest day first. */
export function momentsPage(db: Db, scope: FamilyScope, personId: string | undefined, after: Position | undefined, limit: number) {
  const page = sql`select m.* from moments m where ${visible(scope)} ${of(personId)}
    ${when(after, sql`and (m.occurred_on, m.id) < (${after?.day}::date, ${after?.id}::uuid)`)} order by ${latestFirst} limit ${limit}`;
  return readRows<MomentRow>(db, withEverything(page));
}

/** Those of some moments that one may see, with all that is shown of them, the latest day first. */
export const momentsByIds = (db: Db, scope: FamilyScope, ids: readonly string[]): Promise<MomentRow[]> =>
  readRows(db, withEverything(sql`select m.* from moments m where ${visible(scope)} and m.id = any(${sql.param([...ids])}::uuid[])`));

/** How many moments one may see, of one person or of all. */
export async function countMoments(db: Db, scope: FamilyScope, personId: string | undefined): Promise<number> {
  const [row] = await readRows<{ n: number }>(db, sql`select count(*)::int as n from moments m where ${visible(scope)} ${of(personId)}`);
  return row?.n ?? 0;
}

/** One moment one may see, with all that is shown of it. */
export async function momentById(db: Db, scope: FamilyScope, id: string): Promise<MomentRow | undefined> {
  const page = sql`select m.* from moments m where m.id = ${id} and ${visible(scope)}`;
  return (await readRows<MomentRow>(db, withEverything(page)))[0];
}

/** For each milestone that a person has reached, as far as one may see: the moment of the first time. */
export async function reachedBy(db: Db, scope: FamilyScope, personId: string): Promise<{ milestone: string; id: string }[]> {
  return readRows(
    db,
    sql`select distinct on (m.milestone) m.milestone, m.id from moments m
      where ${visible(scope)} ${of(personId)} and m.milestone is not null order by m.milestone, m.occurred_on, m.id`,
  );
}

/** Whether a medium belongs to a moment one may see. */
export async function isMediumShown(db: Db, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await readRows(
    db,
    sql`select from moments m join moment_media shown on shown.moment_id = m.id where shown.medium_id = ${mediumId} and ${visible(scope)}`,
  );
  return found.length > 0;
}

/** Media of the moment, one that one may see, that is shared as a post: the post may show them, too. */
export async function mediaSharedAs(db: Queryable, scope: FamilyScope, postId: string): Promise<string[]> {
  const found = await readRows<{ id: string }>(
    db,
    sql`select shown.medium_id as id from moments m join moment_media shown on shown.moment_id = m.id where m.post_id = ${postId} and ${visible(scope)}`,
  );
  return found.map(({ id }) => id);
}

/** What media of moments one may see are about: which moment, by their ids. */
export const momentsOfMedia = (
  db: Db,
  scope: FamilyScope,
  mediumIds: readonly string[],
): Promise<{ id: string; title: string; milestone: string | null; day: string }[]> =>
  readRows(
    db,
    sql`select shown.medium_id as id, m.title, m.milestone, m.occurred_on as day
      from moments m join moment_media shown on shown.moment_id = m.id
      where shown.medium_id = any(${sql.param([...mediumIds])}::uuid[]) and ${visible(scope)}`,
  );

/** Moments that one may bring back, the latest deletion first. */
export const deletedPage = (db: Db, scope: FamilyScope, page: DeletedPage): Promise<DeletedMomentRow[]> =>
  readRows(
    db,
    sql`select m.id, m.author_id, m.title, m.milestone, m.text, m.occurred_on, m.deleted_at, m.deleted_by,
        array(select about.person_id from moment_people about where about.moment_id = m.id order by about.position) as people,
        (select count(*)::int from moment_media held where held.moment_id = m.id) as media_count,
        (select medium.thumbhash from moment_media held join media medium on medium.id = held.medium_id
          where held.moment_id = m.id and medium.thumbhash is not null order by held.position limit 1) as thumbhash
      from moments m where ${restorable(scope, page.since)} ${latestDeletedFirst(sql`m`, page)}`,
  );
