import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { FamilyRole } from '@heartwood/contract/family';
import { profiles, users } from '#features/accounts/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Queryable } from '#platform/db/pool.ts';
import type { FamilyErrand, FamilyScope } from './scope.ts';
import { families, members, people, relationships } from './tables.ts';

/** A family's row. */
type FamilyRow = typeof families.$inferSelect;
/** A membership with the family it is in. */
type MembershipRow = typeof members.$inferSelect & { family: FamilyRow };

/** Adds a family without members. */
export async function insertFamily(db: Queryable, row: typeof families.$inferInsert): Promise<void> {
  await db.insert(families).values(row);
}

/** Changes the family; what is not among `change` stays. */
export async function updateFamily(
  db: Queryable,
  scope: FamilyScope | FamilyErrand,
  change: Partial<typeof families.$inferInsert>,
): Promise<void> {
  await db.update(families).set(change).where(eq(families.id, scope.familyId));
}

/**
 * Lets one transaction at a time change who is in a family. Others may add rows that point to the family meanwhile: who waited for that with
 * rows held that the first one wants would wait forever. @returns false where there is no such family
 */
export async function lockFamily(db: Queryable, familyId: string): Promise<boolean> {
  return (await db.select({ id: families.id }).from(families).where(eq(families.id, familyId)).for('no key update')).length > 0;
}

/** Lets one transaction at a time start families of a user. */
export async function lockUser(db: Queryable, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** Deletes a family with all that cascades. */
export async function deleteFamily(db: Queryable, familyId: string): Promise<void> {
  await db.delete(families).where(eq(families.id, familyId));
}

/** Adds a person to the family that the row names. */
export async function insertPerson(db: Queryable, row: typeof people.$inferInsert): Promise<void> {
  await db.insert(people).values(row);
}

/** Families that remember a user: those they are in, and those they have left, by id and in this order. */
export async function familiesWithPersonOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.select({ familyId: people.familyId }).from(people).where(eq(people.userId, userId)).orderBy(people.familyId);
  return found.map(({ familyId }) => familyId);
}

/** Forgets who a user was in the families they left. @returns the people */
export const deletePeopleOf = (db: Queryable, userId: string): Promise<{ id: string; familyId: string }[]> =>
  db.delete(people).where(eq(people.userId, userId)).returning({ id: people.id, familyId: people.familyId });

/** The person a user was in a family before they left it. */
export async function formerPerson(db: Queryable, familyId: string, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.familyId, familyId), eq(people.userId, userId)));
  return row?.id;
}

/** Makes a user a person of the family that was remembered without an account. @returns the person's id, undefined where they are gone or another user's */
export async function becomePerson(
  db: Queryable,
  { familyId, userId, personId }: { familyId: string; userId: string; personId: string },
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .update(people)
    .set({ userId, updatedAt: now })
    .where(and(eq(people.familyId, familyId), eq(people.id, personId), isNull(people.userId)))
    .returning({ id: people.id });
  return row?.id;
}

/** Adds a member. @throws SQLSTATE 23505 where the user is one already */
export async function insertMember(db: Queryable, row: typeof members.$inferInsert): Promise<void> {
  await db.insert(members).values(row);
}

/** Gives a member another role; does nothing where the user is no member. */
export async function setRole(db: Queryable, familyId: string, userId: string, role: (typeof members.$inferSelect)['role']): Promise<void> {
  await db
    .update(members)
    .set({ role })
    .where(and(eq(members.familyId, familyId), eq(members.userId, userId)));
}

/** Ends a membership; the person stays, with the name they leave with. */
export async function endMembership(db: Queryable, familyId: string, userId: string, now: Date): Promise<void> {
  const name = sql<string>`coalesce((select trim(${profiles.firstname} || ' ' || ${profiles.lastname}) from ${profiles} where ${profiles.userId} = ${userId}), ${people.name})`;
  await db
    .update(people)
    .set({ name, updatedAt: now })
    .where(and(eq(people.familyId, familyId), eq(people.userId, userId)));
  await db.delete(members).where(and(eq(members.familyId, familyId), eq(members.userId, userId)));
  await db.delete(relationships).where(and(eq(relationships.familyId, familyId), eq(relationships.userId, userId)));
}

/** The family a user looks at. */
export async function currentFamilyOf(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.select({ id: users.currentFamilyId }).from(users).where(eq(users.id, userId));
  return row?.id ?? null;
}

/** A user who has left the family they look at looks at another one, or at none. */
export async function leaveCurrentFamily(db: Queryable, userId: string, leftId: string, nextId: string | null): Promise<void> {
  await db
    .update(users)
    .set({ currentFamilyId: nextId })
    .where(and(eq(users.id, userId), eq(users.currentFamilyId, leftId)));
}

/** A family's members, who joined first standing first. */
export async function membersOf(db: Queryable, familyId: string): Promise<(typeof members.$inferSelect)[]> {
  return db.select().from(members).where(eq(members.familyId, familyId)).orderBy(asc(members.joinedAt), asc(members.userId));
}

/** Says how users are related to people; what was said before of the same two stays. */
async function insertRelationships(db: Queryable, rows: (typeof relationships.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(relationships).values(rows).onConflictDoNothing();
}

/** Says how a user is related to a person. */
export async function updateRelationship(
  db: Queryable,
  familyId: string,
  pair: { userId: string; personId: string },
  change: Partial<typeof relationships.$inferInsert>,
): Promise<void> {
  const { userId, personId } = pair;
  await db
    .update(relationships)
    .set(change)
    .where(and(eq(relationships.familyId, familyId), eq(relationships.userId, userId), eq(relationships.personId, personId)));
}

/** Gives every member a relationship to every person they have none with yet; 0 until they say which. */
export async function relateEverybody(db: Queryable, familyId: string, now: Date, newId: () => string): Promise<void> {
  const missing = await db
    .select({ userId: members.userId, personId: people.id })
    .from(members)
    .innerJoin(people, eq(people.familyId, members.familyId))
    .leftJoin(relationships, and(eq(relationships.userId, members.userId), eq(relationships.personId, people.id)))
    .where(and(eq(members.familyId, familyId), isNull(relationships.id)));
  await insertRelationships(
    db,
    missing.map((pair) => ({ id: newId(), familyId, ...pair, relationshipId: 0, createdAt: now, updatedAt: now })),
  );
}

/** Slugs of a family's people, but for one of them. */
export async function slugsOf(db: Queryable, familyId: string, exceptId?: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: people.slug })
    .from(people)
    .where(and(eq(people.familyId, familyId), exceptId ? ne(people.id, exceptId) : undefined));
  return new Set(rows.map((row) => row.slug));
}

/** Where the members of a family are. @returns the IANA name their account has said; of those who have said none, and of no member, the owner's; else UTC */
export async function timeZonesOf(db: Queryable, familyId: string): Promise<(userId: string | null) => string> {
  const rows = await db
    .select({ userId: members.userId, role: members.role, timeZone: users.timeZone })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.familyId, familyId));
  const owners = rows.find(({ role }) => role === 'owner')?.timeZone ?? 'UTC';
  return (userId) => rows.find((row) => row.userId === userId)?.timeZone ?? owners;
}

/** Families a user is in, the one they joined first standing first. */
export async function membershipsOf(db: Queryable, userId: string): Promise<MembershipRow[]> {
  const rows = await db
    .select()
    .from(members)
    .innerJoin(families, eq(families.id, members.familyId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.joinedAt), asc(members.familyId));
  return rows.map((row) => ({ ...row.members, family: row.families }));
}

/** What a member is in a family; undefined for users who are none. */
export async function roleOf(db: Queryable, familyId: string, userId: string): Promise<FamilyRole | undefined> {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.familyId, familyId), eq(members.userId, userId)));
  return row?.role;
}

/** Everybody else in the families a user is in. */
export async function fellowsOf(db: Queryable, userId: string): Promise<string[]> {
  const mine = db.select({ id: members.familyId }).from(members).where(eq(members.userId, userId));
  const rows = await db
    .selectDistinct({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.familyId, mine), ne(members.userId, userId)));
  return rows.map((row) => row.userId);
}

/** Who owns a family. */
export async function ownerOf(db: Queryable, familyId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.familyId, familyId), eq(members.role, 'owner')));
  return row?.userId;
}

/** Families a user owns, always in the same order. */
export async function ownedBy(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: members.familyId })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.role, 'owner')))
    .orderBy(asc(members.familyId));
  return rows.map(({ id }) => id);
}

/** How many families a user has ever started. */
export async function countStarted(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(families).where(eq(families.startedBy, userId));
  return row?.n ?? 0;
}

/** A family, for what acts without a membership: a job, an invitation. @returns undefined where it is gone */
export async function familyById(db: Queryable, id: string): Promise<FamilyRow | undefined> {
  return (await db.select().from(families).where(eq(families.id, id)))[0];
}

/** First and family name of a user. */
export async function nameOf(db: Queryable, userId: string): Promise<{ firstname: string; lastname: string }> {
  const [row] = await db
    .select({ firstname: profiles.firstname, lastname: profiles.lastname })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return row ?? { firstname: '', lastname: '' };
}

const profileName = sql<string | null>`trim(${profiles.firstname} || ' ' || ${profiles.lastname})`;
const portraitIds = sql<string[]>`array(select id::text from portraits where portraits.user_id = ${members.userId} order by position)`;
/** A member with what they say of themself. */
export type KnownMember = Awaited<ReturnType<typeof knownMembers>>[number];

/** The family's members, the one who joined first standing first, each with how the scope's user is related to them. */
export async function knownMembers(db: Queryable, scope: FamilyScope, userId?: string) {
  return db
    .select({
      member: members,
      name: profileName,
      email: users.email,
      phone: profiles.phone,
      description: profiles.description,
      portraits: portraitIds,
      relation: relationships,
      gender: people.gender,
    })
    .from(members)
    .innerJoin(people, eq(people.id, members.personId))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(profiles, eq(profiles.userId, members.userId))
    .leftJoin(relationships, and(eq(relationships.personId, members.personId), eq(relationships.userId, scope.userId)))
    .where(and(eq(members.familyId, scope.familyId), userId ? eq(members.userId, userId) : undefined))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}

/** Those of the ids that are members of the family. */
export async function membersAmong(db: Queryable, scope: FamilyScope, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const known = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.familyId, scope.familyId), isAmong(members.userId, userIds)));
  return known.map((row) => row.userId);
}
