import { and, count, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { isAmong } from '#platform/db/among.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { uploads } from './tables.ts';
import type { Upload } from './tables.ts';

/** One's own, in the family one is in: an upload belongs to its user alone. */
const ownOf = (scope: FamilyScope) => and(eq(uploads.familyId, scope.familyId), eq(uploads.userId, scope.userId));

/** How many uploads have not come to their end. */
export async function countUnfinished(db: Queryable, scope: FamilyScope, at: Date): Promise<{ user: number; family: number }> {
  const [row] = await db
    .select({ family: count(), user: sql<number>`count(*) filter (where ${uploads.userId} = ${scope.userId})::int` })
    .from(uploads)
    .where(and(eq(uploads.familyId, scope.familyId), isNull(uploads.mediumId), sql`${uploads.expiresAt} > ${at}`));
  return row ?? { user: 0, family: 0 };
}

/**
 * Bytes of unfinished uploads. `ofUser` and `ofFamily` are still to come, a user's for whichever family; `whole` is what the family's will
 * have when they have come.
 */
export async function announcedBytes(
  db: Queryable,
  { userId, familyId }: FamilyScope,
  at: Date,
): Promise<{ ofUser: number; ofFamily: number; whole: number }> {
  const missing = sql`${uploads.length} - ${uploads.received}`;
  const ofFamily = eq(uploads.familyId, familyId);
  const [row] = await db
    .select({
      ofUser: sql<number>`coalesce(sum(${missing}) filter (where ${eq(uploads.userId, userId)}), 0)::float8`,
      ofFamily: sql<number>`coalesce(sum(${missing}) filter (where ${ofFamily}), 0)::float8`,
      whole: sql<number>`coalesce(sum(${uploads.length}) filter (where ${ofFamily}), 0)::float8`,
    })
    .from(uploads)
    .where(and(or(eq(uploads.userId, userId), ofFamily), isNull(uploads.mediumId), sql`${uploads.expiresAt} > ${at}`));
  return row ?? { ofUser: 0, ofFamily: 0, whole: 0 };
}

/** Adds an upload of the one who acts; nothing of it has been received. */
export async function insertUpload(
  db: Queryable,
  scope: FamilyScope,
  row: Omit<Upload, 'familyId' | 'userId' | 'parts' | 'mediumId' | 'received'>,
): Promise<void> {
  await db.insert(uploads).values({ ...row, familyId: scope.familyId, userId: scope.userId, received: 0, parts: [] });
}

/** The family an upload is of, for the gate to it. */
export const familyOf = familyOfRow(uploads);

/** An upload of one's own. */
export async function ownUpload(db: Queryable, scope: FamilyScope, id: string): Promise<Upload | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(ownOf(scope), eq(uploads.id, id)));
  return row;
}

/** The medium that was made of the same bytes before, where the user has sent them to this family already. */
export async function sameFile(db: Queryable, scope: FamilyScope, sha256: string, length: number): Promise<string | undefined> {
  const [row] = await db
    .select({ mediumId: uploads.mediumId })
    .from(uploads)
    .where(and(ownOf(scope), eq(uploads.sha256, sha256), eq(uploads.length, length), isNotNull(uploads.mediumId)))
    .orderBy(desc(uploads.id))
    .limit(1);
  return row?.mediumId ?? undefined;
}

/** Says how far an upload is, if it was where the writer thinks. @returns false where it was not */
export async function advance(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  { from, to, part }: { from: number; to: number; part: string | undefined },
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ received: to, ...(part ? { parts: sql`array_append(${uploads.parts}, ${part})` } : {}) })
    .where(and(ownOf(scope), eq(uploads.id, id), eq(uploads.received, from), isNull(uploads.mediumId)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

/** Says that an upload is whole and what it has become. @returns false where it was not where the writer thinks */
export async function complete(db: Queryable, scope: FamilyScope, id: string, from: number, mediumId: string): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ received: uploads.length, parts: [], mediumId })
    .where(and(ownOf(scope), eq(uploads.id, id), eq(uploads.received, from), isNull(uploads.mediumId)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

/** @returns whether it was there */
export async function deleteUpload(db: Queryable, scope: FamilyScope, id: string): Promise<boolean> {
  const rows = await db
    .delete(uploads)
    .where(and(ownOf(scope), eq(uploads.id, id)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

/** All uploads of a user whose account is deleted. @returns the ids that were there */
export async function deleteOfUser(db: Queryable, userId: string): Promise<string[]> {
  return (await db.delete(uploads).where(eq(uploads.userId, userId)).returning({ id: uploads.id })).map(({ id }) => id);
}

/** All uploads of a family that ends. @returns the ids that were there */
export async function deleteOfFamily(db: Queryable, familyId: string): Promise<string[]> {
  return (await db.delete(uploads).where(eq(uploads.familyId, familyId)).returning({ id: uploads.id })).map(({ id }) => id);
}

// What follows is maintenance across all families; no request leads here.

/** Deletes what has not come to its end in time. @returns the ids that were there */
export async function deleteExpired(db: Queryable, at: Date): Promise<string[]> {
  const rows = await db
    .delete(uploads)
    .where(and(isNull(uploads.mediumId), lte(uploads.expiresAt, at)))
    .returning({ id: uploads.id });
  return rows.map(({ id }) => id);
}

/** Which of some ids are of uploads that are still on their way. */
export async function unfinished(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(isAmong(uploads.id, ids), isNull(uploads.mediumId)));
  return new Set(rows.map(({ id }) => id));
}
