import { and, count, desc, eq } from 'drizzle-orm';
import type { FamilyScope } from '#features/family/scope.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { growthEntries, growthSettings } from './tables.ts';
import type { GrowthRow } from './tables.ts';

const ofPerson = (scope: FamilyScope, personId: string) =>
  and(eq(growthEntries.personId, personId), eq(growthEntries.familyId, scope.familyId));

/** A person's measurements, the latest first. */
export const entriesOf = (db: Queryable, scope: FamilyScope, personId: string): Promise<GrowthRow[]> =>
  db
    .select()
    .from(growthEntries)
    .where(ofPerson(scope, personId))
    .orderBy(desc(growthEntries.measuredOn), desc(growthEntries.createdAt), desc(growthEntries.id));

/** How many measurements of a person there are. */
export async function countEntries(db: Queryable, scope: FamilyScope, personId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(growthEntries).where(ofPerson(scope, personId));
  return row?.n ?? 0;
}

/** The family a measurement belongs to; says nothing about who may know of it. */
export const familyOf = familyOfRow(growthEntries);

const one = (scope: FamilyScope, id: string) => and(eq(growthEntries.id, id), eq(growthEntries.familyId, scope.familyId));

/** A measurement of the family's. */
export async function findEntry(db: Queryable, scope: FamilyScope, id: string): Promise<GrowthRow | undefined> {
  return (await db.select().from(growthEntries).where(one(scope, id)))[0];
}

/** Adds a measurement: centimetres and kilograms, of a person of the family. */
export async function insertEntry(db: Queryable, scope: FamilyScope, row: Omit<GrowthRow, 'familyId'>): Promise<void> {
  await db.insert(growthEntries).values({ ...row, familyId: scope.familyId });
}

/** Deletes a measurement. @param personId whose it has to be @returns false where there is none */
export async function deleteEntry(db: Queryable, scope: FamilyScope, id: string, personId: string): Promise<boolean> {
  const gone = await db
    .delete(growthEntries)
    .where(and(one(scope, id), eq(growthEntries.personId, personId)))
    .returning({ id: growthEntries.id });
  return gone.length > 0;
}

/** Weeks a person was born before their due date; 0 where it is not known. */
export async function earlyWeeksOf(db: Queryable, scope: FamilyScope, personId: string): Promise<number> {
  const own = and(eq(growthSettings.personId, personId), eq(growthSettings.familyId, scope.familyId));
  const [row] = await db.select({ weeks: growthSettings.bornEarlyWeeks }).from(growthSettings).where(own);
  return row?.weeks ?? 0;
}

/** Says how many weeks before the due date a person was born. */
export async function putEarlyWeeks(db: Queryable, scope: FamilyScope, personId: string, bornEarlyWeeks: number, now: Date): Promise<void> {
  const said = { bornEarlyWeeks, updatedAt: now };
  await db
    .insert(growthSettings)
    .values({ personId, familyId: scope.familyId, ...said })
    .onConflictDoUpdate({ target: growthSettings.personId, set: said });
}
