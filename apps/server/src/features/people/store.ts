import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { profiles } from '#features/accounts/tables.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { members, people, personImages, relationships } from '#features/family/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Queryable } from '#platform/db/pool.ts';

const profileName = sql<string | null>`trim(${profiles.firstname} || ' ' || ${profiles.lastname})`;
const portraitIds = sql<string[]>`array(select id::text from portraits where portraits.user_id = ${members.userId} order by position)`;
const personImageIds = sql<
  string[]
>`array(select id::text from person_images where person_images.person_id = ${people.id} order by position)`;

/** A person as one member is related to them. What a member says of themself in their profile comes before what the family wrote down. */
export type KnownPerson = Awaited<ReturnType<typeof knownPeople>>[number];

/** The family's people, as the scope's user is related to them: children first, the oldest standing first. */
export async function knownPeople(db: Queryable, scope: FamilyScope, where?: { childrenOnly?: true; id?: string }) {
  const wanted: (SQL | undefined)[] = [eq(people.familyId, scope.familyId)];
  if (where?.childrenOnly) wanted.push(eq(people.isChild, true));
  if (where?.id) wanted.push(or(eq(people.id, where.id), eq(relationships.id, where.id)));
  return db
    .select({
      person: people,
      relation: relationships,
      memberId: members.userId,
      profileName,
      profileBirth: profiles.birth,
      portraits: portraitIds,
      images: personImageIds,
    })
    .from(people)
    .innerJoin(relationships, and(eq(relationships.personId, people.id), eq(relationships.userId, scope.userId)))
    .leftJoin(members, and(eq(members.userId, people.userId), eq(members.familyId, people.familyId)))
    .leftJoin(profiles, eq(profiles.userId, members.userId))
    .where(and(...wanted))
    .orderBy(
      sql`${people.isChild} desc`,
      sql`case when ${people.isChild} then ${people.birthDay} end asc nulls last`,
      asc(people.createdAt),
      asc(people.id),
    );
}

/** Those of the ids that are people of the family. */
export async function peopleAmong(db: Queryable, scope: FamilyScope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.familyId, scope.familyId), isAmong(people.id, ids)));
  return rows.map((row) => row.id);
}

/** The person with this slug. */
export async function personBySlug(db: Queryable, scope: FamilyScope, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.familyId, scope.familyId), eq(people.slug, slug)));
  return row?.id;
}

/** How many people the family remembers, members too. */
export async function countPeople(db: Queryable, scope: FamilyScope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(people).where(eq(people.familyId, scope.familyId));
  return row?.n ?? 0;
}

/** @returns false where the family has no such person any more */
export async function updatePerson(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  change: Partial<typeof people.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(people)
    .set(change)
    .where(and(eq(people.id, id), eq(people.familyId, scope.familyId)))
    .returning({ id: people.id });
  return changed.length > 0;
}

/** Deletes a person with all that cascades. */
export async function deletePerson(db: Queryable, scope: FamilyScope, id: string): Promise<void> {
  await db.delete(people).where(and(eq(people.id, id), eq(people.familyId, scope.familyId)));
}

/** Puts pictures of a person before the ones there are. */
export async function addImages(db: Queryable, personId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [lowest] = await db
    .select({ position: sql<number>`coalesce(min(${personImages.position}), 0)` })
    .from(personImages)
    .where(eq(personImages.personId, personId));
  const start = (lowest?.position ?? 0) - ids.length;
  await db.insert(personImages).values(ids.map((id, index) => ({ id, personId, position: start + index })));
}

/** How many pictures a person has. */
export async function countImages(db: Queryable, personId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(personImages).where(eq(personImages.personId, personId));
  return row?.n ?? 0;
}

/** Takes pictures of a person away, all of them where none are named. @returns the ids that are gone now */
export async function removeImages(db: Queryable, personId: string, ids?: readonly string[]): Promise<string[]> {
  if (ids?.length === 0) return [];
  const gone = await db
    .delete(personImages)
    .where(and(eq(personImages.personId, personId), ids ? isAmong(personImages.id, ids) : undefined))
    .returning({ id: personImages.id });
  return gone.map((row) => row.id);
}

/** Every picture of a family's people. */
export async function imagesOfFamily(db: Queryable, familyId: string): Promise<string[]> {
  const rows = await db
    .select({ id: personImages.id })
    .from(personImages)
    .innerJoin(people, eq(people.id, personImages.personId))
    .where(eq(people.familyId, familyId));
  return rows.map((row) => row.id);
}

/** Those of the ids that are in use as pictures, in any family. */
export async function imagesAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: personImages.id }).from(personImages).where(isAmong(personImages.id, ids));
  return new Set(rows.map((row) => row.id));
}
