import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { inspirationMarks, inspirationWeeks } from './tables.ts';
import type { MarkRow, WeekRow } from './tables.ts';

/** What was brought out for the family in the weeks after one. */
export const shownAfter = (db: Queryable, scope: FamilyScope, week: string): Promise<WeekRow[]> =>
  db
    .select()
    .from(inspirationWeeks)
    .where(and(eq(inspirationWeeks.familyId, scope.familyId), gt(inspirationWeeks.week, week)));

/** What was brought out for the family in one week. */
export const shownIn = (db: Queryable, scope: FamilyScope, week: string): Promise<WeekRow[]> =>
  db
    .select()
    .from(inspirationWeeks)
    .where(and(eq(inspirationWeeks.familyId, scope.familyId), eq(inspirationWeeks.week, week)));

/** Says what was brought out for the family in a week. @throws SQLSTATE 23505 where that is said already */
export async function insertShown(db: Queryable, scope: FamilyScope, row: Omit<WeekRow, 'familyId'>): Promise<void> {
  await db.insert(inspirationWeeks).values({ ...row, familyId: scope.familyId });
}

const own = (scope: FamilyScope) => and(eq(inspirationMarks.familyId, scope.familyId), eq(inspirationMarks.userId, scope.userId));

/** What the member says of ideas. */
export const marksOf = (db: Queryable, scope: FamilyScope): Promise<MarkRow[]> => db.select().from(inspirationMarks).where(own(scope));

/** Ideas the member has saved or done. */
export const keptMarks = (db: Queryable, scope: FamilyScope): Promise<MarkRow[]> =>
  db
    .select()
    .from(inspirationMarks)
    .where(and(own(scope), or(isNotNull(inspirationMarks.savedAt), isNotNull(inspirationMarks.doneAt))));

/** What the member says of one idea. */
export async function markOf(db: Queryable, scope: FamilyScope, slug: string): Promise<MarkRow | undefined> {
  return (
    await db
      .select()
      .from(inspirationMarks)
      .where(and(own(scope), eq(inspirationMarks.slug, slug)))
  )[0];
}

/** Says something of an idea; what is not in `change` stays. */
export async function putMark(
  db: Queryable,
  scope: FamilyScope,
  slug: string,
  change: Partial<Pick<MarkRow, 'savedAt' | 'doneAt' | 'skippedWeek'>>,
): Promise<void> {
  const { familyId, userId } = scope;
  const { familyId: family, userId: user, slug: idea } = inspirationMarks;
  await db
    .insert(inspirationMarks)
    .values({ familyId, userId, slug, ...change })
    .onConflictDoUpdate({ target: [family, user, idea], set: change });
}

/** Takes back that the member wants none of a week's ideas. */
export async function forgetSkips(db: Queryable, scope: FamilyScope, week: string): Promise<void> {
  await db
    .update(inspirationMarks)
    .set({ skippedWeek: null })
    .where(and(own(scope), eq(inspirationMarks.skippedWeek, week)));
}
