import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { members, people } from '#features/family/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import type { Deletion } from '#platform/db/undo.ts';
import { restorable, seenBy, visible } from './queries.ts';
import { momentMedia, momentPeople, moments } from './tables.ts';
import type { MomentHead } from './tables.ts';

const m = alias(moments, 'm');

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
        isAmong(momentPeople.personId, people),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The family a moment belongs to; says nothing about who may see it. */
export const familyOf = familyOfRow(moments);

const pick = (db: Queryable, id: string, which: SQL) =>
  db
    .select()
    .from(m)
    .where(and(eq(m.id, id), which));

/** A moment one may see. With `lock` no other transaction changes it until the transaction ends. */
export async function findMoment(db: Queryable, scope: FamilyScope, id: string, lock?: 'lock'): Promise<MomentHead | undefined> {
  const found = pick(db, id, visible(scope));
  return (await (lock ? found.for('update') : found))[0];
}

/** A moment that one sees, or could see before it was deleted, which no other transaction changes until this one ends. */
export const lockMoment = async (tx: Tx, scope: FamilyScope, id: string): Promise<MomentHead | undefined> =>
  (await pick(tx, id, seenBy(scope)).for('no key update'))[0];

/** A deleted moment that one may bring back. */
export async function findDeleted(db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<MomentHead | undefined> {
  return (await pick(db, id, restorable(scope, since)))[0];
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

/** The moment that shows a medium. */
export async function momentOfMedium(db: Queryable, { familyId }: FamilyErrand, mediumId: string): Promise<string | undefined> {
  const which = and(eq(momentMedia.mediumId, mediumId), eq(momentMedia.familyId, familyId));
  return (await db.select({ id: momentMedia.momentId }).from(momentMedia).where(which))[0]?.id;
}

/** Moments, deleted ones too, of which a user is the only person; no other transaction changes them until this one ends. */
export async function momentsOfAlone(tx: Tx, { familyId }: FamilyErrand, userId: string): Promise<MomentHead[]> {
  const whose = sql`from moment_people whose join people person on person.id = whose.person_id where whose.moment_id = m.id`;
  return tx
    .select()
    .from(m)
    .where(
      and(
        eq(m.familyId, familyId),
        sql`exists (select ${whose} and person.user_id = ${userId})`,
        sql`not exists (select ${whose} and person.user_id is distinct from ${userId})`,
      ),
    )
    .for('no key update');
}

/**
 * Whose a moment becomes when the user whose it was goes: its author's, where they see every moment of the family now; else that of the next member who
 * does, the owner first. Of members without a guardian among them the first has the family from then on (`heirOf`). Never that of somebody who has left:
 * a guardian may remove that person later, and the moment with it.
 * @returns the person's id, undefined where nobody else is in the family
 */
export async function personToLeaveTo(tx: Tx, { familyId }: FamilyErrand, authorId: string, goneId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: people.id })
    .from(people)
    .innerJoin(members, and(eq(members.familyId, people.familyId), eq(members.userId, people.userId)))
    .where(and(eq(people.familyId, familyId), ne(people.userId, goneId)))
    .orderBy(
      desc(sql`${people.userId} = ${authorId} and ${members.role} <> 'relative'`),
      sql`array_position(array['owner', 'guardian', 'relative'], ${members.role})`,
      members.joinedAt,
      members.userId,
    )
    .limit(1);
  return row?.id;
}

/** Makes a moment of one person that of another, in words instead of a milestone, and counts its version on. */
export async function leaveMoment(
  tx: Tx,
  { familyId }: FamilyErrand,
  id: string,
  { personId, ...change }: { personId: string; title: string; text: string; updatedAt: Date },
): Promise<void> {
  await tx
    .update(momentPeople)
    .set({ personId })
    .where(and(eq(momentPeople.momentId, id), eq(momentPeople.familyId, familyId)));
  await tx
    .update(moments)
    .set({ ...change, milestone: null, version: sql`${moments.version} + 1` })
    .where(and(eq(moments.id, id), eq(moments.familyId, familyId)));
}

const stale = (before: Date): SQL => sql`(deleted_at < ${before}
  or not exists (select from moment_people whose where whose.moment_id = moments.id))`;

/** Families with moments that were deleted before a time, or have lost all of their people. */
export const familiesWithStale = (db: Db, before: Date): Promise<string[]> => familiesWith(db, stale(before));

/** Removes such moments of a family for good. @returns media that they held */
export const removeStale = (tx: Tx, { familyId }: FamilyErrand, before: Date): Promise<string[]> =>
  removeForGood(tx, familyId, stale(before));

/** Families, also left ones, in which a user has kept moments. */
export const familiesWithTraces = (db: Queryable, userId: string): Promise<string[]> => familiesWith(db, sql`author_id = ${userId}`);

/** Removes for good what a user has kept in a family. @returns media that the moments held */
export const removeTraces = (tx: Tx, { familyId }: FamilyErrand, userId: string): Promise<string[]> =>
  removeForGood(tx, familyId, sql`author_id = ${userId}`);

async function removeForGood(tx: Tx, familyId: string, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with gone as (delete from moments where family_id = ${familyId} and ${which} returning id)
    select medium_id as id from moment_media where moment_id in (select id from gone)`);
  return rows.map(({ id }) => id);
}

async function familiesWith(db: Queryable, which: SQL): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: moments.familyId }).from(moments).where(which);
  return found.map(({ familyId }) => familyId);
}
