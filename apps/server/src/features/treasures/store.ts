import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { categories, subcategories } from './tables.ts';
import type { CategoryRow, SubcategoryRow } from './tables.ts';

const ofFamily = ({ familyId }: FamilyScope) => eq(subcategories.familyId, familyId);

/** The categories, in their order. */
export const allCategories = (db: Queryable): Promise<CategoryRow[]> => db.select().from(categories).orderBy(asc(categories.position));

/** What ships and what the family has added, in the order it is shown: what ships first. */
export const knownSubcategories = (db: Queryable, scope: FamilyScope): Promise<SubcategoryRow[]> =>
  db
    .select()
    .from(subcategories)
    .where(or(isNull(subcategories.familyId), ofFamily(scope)))
    .orderBy(sql`${subcategories.familyId} nulls first`, asc(subcategories.position), asc(subcategories.id));

/** One that ships, or one of the family's. */
export async function findSubcategory(db: Queryable, scope: FamilyScope, id: string): Promise<SubcategoryRow | undefined> {
  const known = or(isNull(subcategories.familyId), ofFamily(scope));
  return (
    await db
      .select()
      .from(subcategories)
      .where(and(eq(subcategories.id, id), known))
  )[0];
}

/** The family a subcategory belongs to: null for what does not exist, undefined for what ships. */
export async function familyOf(db: Queryable, id: string): Promise<string | null | undefined> {
  const [row] = await db.select({ familyId: subcategories.familyId }).from(subcategories).where(eq(subcategories.id, id));
  return row ? (row.familyId ?? undefined) : null;
}

/** How many subcategories of its own a family has. */
export async function countOwn(db: Queryable, scope: FamilyScope): Promise<number> {
  const [row] = await db.select({ n: count() }).from(subcategories).where(ofFamily(scope));
  return row?.n ?? 0;
}

/** The subcategories of a category, with their names as they are compared: null for what ships. */
export async function namesIn(
  db: Queryable,
  scope: FamilyScope,
  categoryId: string,
): Promise<{ id: string; slug: string; lower: string | null }[]> {
  return db
    .select({ id: subcategories.id, slug: subcategories.slug, lower: sql<string | null>`lower(${subcategories.name})` })
    .from(subcategories)
    .where(and(eq(subcategories.categoryId, categoryId), or(isNull(subcategories.familyId), ofFamily(scope))));
}

/** Whether there is such a category; they are the same for every family. */
export async function hasCategory(db: Queryable, id: string): Promise<boolean> {
  return (await db.select({ id: categories.id }).from(categories).where(eq(categories.id, id))).length > 0;
}

/**
 * Adds a shelf of the family's own, made by the one who acts.
 * @throws SQLSTATE 23505 where it has one of that name
 */
export async function insertSubcategory(
  db: Queryable,
  scope: FamilyScope,
  row: Omit<typeof subcategories.$inferInsert, 'familyId' | 'makerId' | 'name'> & { name: string },
): Promise<void> {
  await db.insert(subcategories).values({ ...row, familyId: scope.familyId, makerId: scope.userId });
}

/** @returns false where the family has no such subcategory of its own */
export async function updateSubcategory(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  change: { name: string; slug: string },
): Promise<boolean> {
  const one = and(eq(subcategories.id, id), ofFamily(scope));
  return (await db.update(subcategories).set(change).where(one).returning({ id: subcategories.id })).length > 0;
}

/** Deletes a shelf of the family; its posts stay, on none. */
export async function deleteSubcategory(db: Queryable, scope: FamilyScope, id: string): Promise<void> {
  await db.delete(subcategories).where(and(eq(subcategories.id, id), ofFamily(scope)));
}
