import { sectionLimits } from '@heartwood/contract/limits';
import type { SectionSlug } from '@heartwood/contract/information';
import { and, asc, desc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { people } from '#features/family/tables.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { informationChanges as changes, informationMedia as media, informationSections as sections } from './tables.ts';
import type { ChangeRow, SectionRow } from './tables.ts';

/** One section of one person. */
export interface Place {
  personId: string;
  slug: SectionSlug;
}

/** What is stored about a person, or one section of it. */
export async function sectionsAbout(db: Queryable, scope: FamilyScope, personId: string, slug?: SectionSlug): Promise<SectionRow[]> {
  const about = and(eq(sections.familyId, scope.familyId), eq(sections.personId, personId));
  return db
    .select()
    .from(sections)
    .where(slug ? and(about, eq(sections.slug, slug)) : about);
}

/** Lets one after the other write about a person. @returns false where the family has no such person any more */
export async function lockPerson(tx: Tx, scope: FamilyScope, personId: string): Promise<boolean> {
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), eq(people.familyId, scope.familyId)))
    .for('no key update');
  return found.length > 0;
}

/** Writes a section anew, the first time or the next. */
export async function putSection(tx: Tx, scope: FamilyScope, row: Omit<SectionRow, 'familyId' | 'updatedBy'>): Promise<void> {
  const { version, keyId, sealed, updatedAt } = row;
  await tx
    .insert(sections)
    .values({ ...row, familyId: scope.familyId, updatedBy: scope.userId })
    .onConflictDoUpdate({
      target: [sections.personId, sections.slug],
      set: { version, keyId, sealed, updatedAt, updatedBy: scope.userId },
      setWhere: eq(sections.familyId, scope.familyId),
    });
}

/** Adds to a section's history, and forgets its oldest entries. */
export async function addChange(tx: Tx, scope: FamilyScope, row: Omit<ChangeRow, 'familyId' | 'changedBy'>): Promise<void> {
  await tx.insert(changes).values({ ...row, familyId: scope.familyId, changedBy: scope.userId });
  await tx
    .delete(changes)
    .where(
      and(
        eq(changes.familyId, scope.familyId),
        eq(changes.personId, row.personId),
        eq(changes.slug, row.slug),
        lte(changes.version, row.version - sectionLimits.changes),
      ),
    );
}

/** A section's history, the latest change first. */
export async function changesOf(db: Queryable, scope: FamilyScope, { personId, slug }: Place): Promise<ChangeRow[]> {
  return db
    .select()
    .from(changes)
    .where(and(eq(changes.familyId, scope.familyId), eq(changes.personId, personId), eq(changes.slug, slug)))
    .orderBy(desc(changes.version))
    .limit(sectionLimits.changes);
}

/** Photos and papers about a person, in order. */
export async function mediaAbout(db: Queryable, scope: FamilyScope, personId: string): Promise<(Place & { mediumId: string })[]> {
  return db
    .select({ mediumId: media.mediumId, personId: people.id, slug: media.slug })
    .from(media)
    .innerJoin(people, eq(people.id, media.personId))
    .where(and(eq(media.familyId, scope.familyId), eq(media.personId, personId)))
    .orderBy(asc(media.slug), asc(media.position));
}

/** Makes these the media of a section. */
export async function putMedia(tx: Tx, scope: FamilyScope, { personId, slug }: Place, ids: readonly string[]): Promise<void> {
  const { familyId } = scope;
  await tx.delete(media).where(and(eq(media.familyId, familyId), eq(media.personId, personId), eq(media.slug, slug)));
  if (ids.length > 0) await tx.insert(media).values(ids.map((mediumId, position) => ({ mediumId, familyId, personId, slug, position })));
}

/** Whom a medium is about, where a section holds it. */
export async function personOfMedium(db: Queryable, scope: FamilyScope | FamilyErrand, mediumId: string): Promise<string | null> {
  const [row] = await db
    .select({ personId: media.personId })
    .from(media)
    .where(and(eq(media.familyId, scope.familyId), eq(media.mediumId, mediumId)));
  return row?.personId ?? null;
}

// What follows is maintenance across all families; no request leads here.

/** Families that hold media about people who are gone. */
export async function familiesWithLeftMedia(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ familyId: media.familyId }).from(media).where(isNull(media.personId));
  return rows.map((row) => row.familyId);
}

/** Media of a family about people who are gone. */
export async function leftMedia(tx: Tx, { familyId }: FamilyErrand): Promise<string[]> {
  const rows = await tx
    .select({ id: media.mediumId })
    .from(media)
    .where(and(eq(media.familyId, familyId), isNull(media.personId)));
  return rows.map((row) => row.id);
}

/** Some sections that another key than the newest has sealed, behind a place in their order; nobody changes them until the transaction ends. */
export async function sectionsSealedOtherwise(tx: Tx, keyId: string, after: Place | undefined, limit: number): Promise<SectionRow[]> {
  const behind =
    after && or(gt(sections.personId, after.personId), and(eq(sections.personId, after.personId), gt(sections.slug, after.slug)));
  return tx
    .select()
    .from(sections)
    .where(and(ne(sections.keyId, keyId), behind))
    .orderBy(asc(sections.personId), asc(sections.slug))
    .limit(limit)
    .for('update');
}

/** The changes of some sections that another key than the newest has sealed. */
export async function changesSealedOtherwise(tx: Tx, keyId: string, after: (Place & { version: number }) | undefined, limit: number) {
  const inPerson = after && and(eq(changes.personId, after.personId), gt(changes.slug, after.slug));
  const inSection = after && and(eq(changes.personId, after.personId), eq(changes.slug, after.slug), gt(changes.version, after.version));
  return tx
    .select()
    .from(changes)
    .where(and(ne(changes.keyId, keyId), after && or(gt(changes.personId, after.personId), inPerson, inSection)))
    .orderBy(asc(changes.personId), asc(changes.slug), asc(changes.version))
    .limit(limit)
    .for('update');
}

/** Puts a section's text under another key; what it says and its version stay. */
export async function resealSection(tx: Tx, { personId, slug }: Place, sealing: { keyId: string; sealed: string }): Promise<void> {
  await tx
    .update(sections)
    .set(sealing)
    .where(and(eq(sections.personId, personId), eq(sections.slug, slug)));
}

/** The same for an entry of a history. */
export async function resealChange(tx: Tx, row: ChangeRow, sealing: { keyId: string; sealed: string }): Promise<void> {
  await tx
    .update(changes)
    .set(sealing)
    .where(and(eq(changes.personId, row.personId), eq(changes.slug, row.slug), eq(changes.version, row.version)));
}
