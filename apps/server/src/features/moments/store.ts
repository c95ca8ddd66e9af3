import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import type { Deletion } from '#platform/db/undo.ts';
import { momentMedia, momentPeople, moments } from './tables.ts';
import type { MomentHead, MomentRow, Position } from './tables.ts';

// Who sees a moment is decided by this fragment alone; `rules.ts` says the same in words (maySeeMoment), and a test holds the two
// together. A moment that has lost all of its people is nobody's.

/** The rule for a moment `m`, deleted or not. */
const seenBy = (scope: FamilyScope): SQL => sql`m.family_id = ${scope.familyId} and exists (
  select from moment_people whose where whose.moment_id = m.id ${isGuardian(scope.role) ? sql`` : sql`and whose.person_id = ${scope.personId}`})`;

/** The rule for a moment `m` that is not deleted. */
const visible = (scope: FamilyScope): SQL => sql`m.deleted_at is null and ${seenBy(scope)}`;

const m = alias(moments, 'm');
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

/** Of so many moments, the latest, the words are looked through. */
const mostLookedThrough = 5_000;

/** What moments one may see say, and of which day; the latest day first. */
export const momentWords = (
  db: Db,
  scope: FamilyScope,
): Promise<{ id: string; title: string; milestone: string | null; text: string; occurred_on: string }[]> =>
  readRows(
    db,
    sql`select m.id, m.title, m.milestone, m.occurred_on, m.text from moments m where ${visible(scope)} order by ${latestFirst} limit ${mostLookedThrough}`,
  );

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

/** Whether one of some people has a moment of a milestone that is not deleted, other than one of this id. */
export async function isReached(tx: Tx, scope: FamilyScope, milestone: string, people: readonly string[], but: string): Promise<boolean> {
  const found = await tx
    .select({ id: m.id })
    .from(m)
    .innerJoin(momentPeople, eq(momentPeople.momentId, m.id))
    .where(
      and(
        eq(m.familyId, scope.familyId),
        eq(m.milestone, milestone),
        isNull(m.deletedAt),
        ne(m.id, but),
        inArray(momentPeople.personId, [...people]),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The family a moment belongs to; says nothing about who may see it. */
export async function familyOf(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ familyId: moments.familyId }).from(moments).where(eq(moments.id, id));
  return row?.familyId ?? null;
}

const pick = (db: Queryable, id: string, which: SQL) =>
  db
    .select()
    .from(m)
    .where(and(eq(m.id, id), which));

/** A moment one may see. With `lock` nobody else changes it until the transaction ends. */
export async function findMoment(db: Queryable, scope: FamilyScope, id: string, lock?: 'lock'): Promise<MomentHead | undefined> {
  const found = pick(db, id, visible(scope));
  return (await (lock ? found.for('update') : found))[0];
}

/** A moment that was deleted not before `since` and that one could see. */
export async function findDeleted(db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<MomentHead | undefined> {
  return (await pick(db, id, sql`${seenBy(scope)} and m.deleted_at >= ${since}`))[0];
}

/** Adds a moment of the one who acts, in its first version. */
export async function insertMoment(
  tx: Tx,
  scope: FamilyScope,
  row: Omit<typeof moments.$inferInsert, 'familyId' | 'authorId' | 'version'>,
) {
  await tx.insert(moments).values({ ...row, familyId: scope.familyId, authorId: scope.userId, version: 1 });
}

const mine = (scope: FamilyScope, id: string) => and(eq(moments.id, id), eq(moments.familyId, scope.familyId));

/** Changes a moment and counts its version on. */
export async function updateMoment(tx: Tx, scope: FamilyScope, id: string, change: Partial<typeof moments.$inferInsert>): Promise<void> {
  await tx
    .update(moments)
    .set({ ...change, version: sql`${moments.version} + 1` })
    .where(mine(scope, id));
}

/** Says as which post a moment is shared, or that it is deleted, or back: no change of what it tells. */
export async function markMoment(
  tx: Tx,
  scope: FamilyScope,
  id: string,
  mark: { postId: string } | (Deletion & { milestone?: null; title?: string }),
): Promise<void> {
  await tx.update(moments).set(mark).where(mine(scope, id));
}

/** Whose moment it is and its media, both in order. */
export async function partsOf(tx: Queryable, scope: FamilyScope, momentId: string): Promise<{ people: string[]; media: string[] }> {
  const people = tx
    .select()
    .from(momentPeople)
    .where(and(eq(momentPeople.momentId, momentId), eq(momentPeople.familyId, scope.familyId)));
  const media = tx
    .select()
    .from(momentMedia)
    .where(and(eq(momentMedia.momentId, momentId), eq(momentMedia.familyId, scope.familyId)));
  return {
    people: (await people.orderBy(momentPeople.position)).map((row) => row.personId),
    media: (await media.orderBy(momentMedia.position)).map((row) => row.mediumId),
  };
}

/** Makes these the people and the media of a moment. */
export async function putParts(tx: Tx, { familyId }: FamilyScope, momentId: string, parts: { people: string[]; media: string[] }) {
  await tx.delete(momentPeople).where(and(eq(momentPeople.momentId, momentId), eq(momentPeople.familyId, familyId)));
  await tx.delete(momentMedia).where(and(eq(momentMedia.momentId, momentId), eq(momentMedia.familyId, familyId)));
  const people = parts.people.map((personId, position) => ({ momentId, familyId, personId, position }));
  const media = parts.media.map((mediumId, position) => ({ momentId, familyId, mediumId, position }));
  if (people.length > 0) await tx.insert(momentPeople).values(people);
  if (media.length > 0) await tx.insert(momentMedia).values(media);
}

/** Whether a medium belongs to a moment one may see. */
export async function isMediumShown(db: Db, scope: FamilyScope, mediumId: string): Promise<boolean> {
  const found = await readRows(
    db,
    sql`select from moments m join moment_media shown on shown.moment_id = m.id where shown.medium_id = ${mediumId} and ${visible(scope)}`,
  );
  return found.length > 0;
}

/** The moment that shows a medium. */
export async function momentOfMedium(db: Queryable, { familyId }: FamilyErrand, mediumId: string): Promise<string | undefined> {
  const rows = await readRows<{ id: string }>(
    db,
    sql`select moment_id as id from moment_media where medium_id = ${mediumId} and family_id = ${familyId}`,
  );
  return rows[0]?.id;
}

const stale = (before: Date): SQL => sql`(deleted_at < ${before}
  or not exists (select from moment_people whose where whose.moment_id = moments.id))`;

/** Families with moments that were deleted before a moment in time, or are nobody's any more. */
export const familiesWithStale = (db: Db, before: Date): Promise<string[]> =>
  ids(db, sql`select distinct family_id as id from moments where ${stale(before)}`);

/** Removes such moments of a family for good. @returns media that they held */
export const removeStale = (tx: Tx, { familyId }: FamilyErrand, before: Date): Promise<string[]> =>
  removeForGood(tx, familyId, stale(before));

/** Families, also left ones, in which a user has kept moments. */
export const familiesWithTraces = (db: Queryable, userId: string): Promise<string[]> =>
  ids(db, sql`select distinct family_id as id from moments where author_id = ${userId}`);

/** Removes for good what a user has kept in a family. @returns media that the moments held */
export const removeTraces = (tx: Tx, { familyId }: FamilyErrand, userId: string): Promise<string[]> =>
  removeForGood(tx, familyId, sql`author_id = ${userId}`);

const removeForGood = (tx: Tx, familyId: string, which: SQL): Promise<string[]> =>
  ids(
    tx,
    sql`with gone as (delete from moments where family_id = ${familyId} and ${which} returning id)
      select medium_id as id from moment_media where moment_id in (select id from gone)`,
  );

async function ids(db: Queryable, query: SQL): Promise<string[]> {
  return (await db.execute<{ id: string }>(query)).rows.map((row) => row.id);
}
