import type { MediaFailure } from '@heartwood/contract/media';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql, sum } from 'drizzle-orm';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { isAmong } from '#platform/db/among.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { media } from './tables.ts';
import type { Medium, StoredVariant } from './tables.ts';

/** A member of the family, or the process on an errand for it. */
type Within = FamilyScope | FamilyErrand;

/** Adds a medium of the one who acts; its bytes must be durable before. */
export async function insertMedium(
  db: Queryable,
  scope: FamilyScope,
  row: Omit<typeof media.$inferInsert, 'familyId' | 'uploaderId'>,
): Promise<void> {
  await db.insert(media).values({ ...row, familyId: scope.familyId, uploaderId: scope.userId });
}

/** Media of the family, in no order. */
export async function mediaByIds(db: Queryable, scope: Within, ids: readonly string[]): Promise<Medium[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(media)
    .where(and(eq(media.familyId, scope.familyId), isAmong(media.id, ids)));
}

/** The family a medium is of, for the gate to it. */
export const familyOf = familyOfRow(media);

/** Takes media of one's own that nothing holds, all or of one kind. Of two takers at once one gets them. @returns the ids taken */
export async function claim(db: Queryable, scope: FamilyScope, ids: readonly string[], kind?: Medium['kind']): Promise<string[]> {
  const rows = await db
    .update(media)
    .set({ unclaimedSince: null })
    .where(
      and(
        eq(media.familyId, scope.familyId),
        eq(media.uploaderId, scope.userId),
        isAmong(media.id, ids),
        kind && eq(media.kind, kind),
        isNotNull(media.unclaimedSince),
      ),
    )
    .returning({ id: media.id });
  return rows.map((row) => row.id);
}

/** One thing more holds those of some media that something holds. @returns their ids */
export async function holdAlso(db: Queryable, scope: Within, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .update(media)
    .set({ moreHolders: sql`${media.moreHolders} + 1` })
    .where(and(eq(media.familyId, scope.familyId), isAmong(media.id, ids), isNull(media.unclaimedSince)))
    .returning({ id: media.id });
  return rows.map((row) => row.id);
}

/** Keeps others from holding or letting go of these media until the transaction ends. They are locked by their ids, so that two never wait for each other. */
export async function lock(tx: Tx, scope: Within, ids: readonly string[]): Promise<void> {
  const these = and(eq(media.familyId, scope.familyId), isAmong(media.id, ids));
  await tx.select({ id: media.id }).from(media).where(these).orderBy(asc(media.id)).for('no key update');
}

/**
 * One of several holders lets go. Nobody holds or lets go of these media from then on until the transaction ends, so what had only one holder
 * can be given up in it.
 * @returns those of the ids that had only one
 */
export async function letGo(tx: Tx, scope: Within, ids: readonly string[]): Promise<string[]> {
  // A statement of its own: the next one sees what those have kept for whom this one has waited.
  await lock(tx, scope, ids);
  const rows = await tx
    .update(media)
    .set({ moreHolders: sql`${media.moreHolders} - 1` })
    .where(and(eq(media.familyId, scope.familyId), isAmong(media.id, ids), gt(media.moreHolders, 0)))
    .returning({ id: media.id });
  const stillHeld = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !stillHeld.has(id));
}

/** Nothing holds these media any longer. */
export async function unclaim(db: Queryable, scope: Within, ids: readonly string[], since: Date): Promise<void> {
  await db
    .update(media)
    .set({ unclaimedSince: since })
    .where(and(eq(media.familyId, scope.familyId), isAmong(media.id, ids)));
}

/** What has become of a medium: what was made of it and found out about it, or why nothing can be. */
export type Outcome =
  | ({ state: 'ready'; variants: Record<string, StoredVariant> } & Partial<
      Pick<Medium, 'width' | 'height' | 'duration' | 'waveform' | 'thumbhash' | 'takenAt'>
    >)
  | { state: 'failed'; reason: MediaFailure };

/** Says what has become of a medium. @returns false where it is not being prepared any longer, or gone */
export async function settle(db: Queryable, scope: Within, id: string, outcome: Outcome): Promise<boolean> {
  const rows = await db
    .update(media)
    .set(outcome)
    .where(and(eq(media.familyId, scope.familyId), eq(media.id, id), eq(media.state, 'processing')))
    .returning({ id: media.id });
  return rows.length > 0;
}

/** @returns the ids that were there */
export async function deleteMedia(db: Queryable, scope: Within, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(media)
    .where(and(eq(media.familyId, scope.familyId), isAmong(media.id, ids)))
    .returning({ id: media.id });
  return rows.map((row) => row.id);
}

/** All media of a family that ends. */
export async function idsOfFamily(db: Queryable, familyId: string): Promise<string[]> {
  const rows = await db.select({ id: media.id }).from(media).where(eq(media.familyId, familyId));
  return rows.map((row) => row.id);
}

/** Everything uploaded by a user whose account is deleted, in every family. @returns the ids that were there */
export async function deleteUploads(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.delete(media).where(eq(media.uploaderId, userId)).returning({ id: media.id });
  return rows.map((row) => row.id);
}

// What follows is maintenance across all families; no request leads here.

/** Which of some ids have a row. */
export async function existing(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: media.id }).from(media).where(isAmong(media.id, ids));
  return new Set(rows.map((row) => row.id));
}

/** Deletes some of what nothing has held since before a time. @returns the ids that were there */
export async function deleteUnclaimed(db: Queryable, before: Date, atMost: number): Promise<string[]> {
  const old = db
    .select({ id: media.id })
    .from(media)
    .where(lt(media.unclaimedSince, before))
    .limit(atMost)
    .for('update', { skipLocked: true });
  const rows = await db.delete(media).where(inArray(media.id, old)).returning({ id: media.id });
  return rows.map((row) => row.id);
}

/** What has been in preparation since before a time. */
export async function longInPreparation(db: Queryable, before: Date): Promise<Pick<Medium, 'id' | 'familyId' | 'kind' | 'createdAt'>[]> {
  return db
    .select({ id: media.id, familyId: media.familyId, kind: media.kind, createdAt: media.createdAt })
    .from(media)
    .where(and(eq(media.state, 'processing'), lt(media.createdAt, before)))
    .limit(1_000);
}

/** Lets one at a time take room in a family, until the transaction ends. */
export async function lockRoom(tx: Tx, { familyId }: FamilyScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`room of ${familyId}`}, 0))`);
}

/** Bytes of all originals of a family. */
export async function bytesOf(db: Queryable, scope: FamilyScope): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(media.size).mapWith(Number) })
    .from(media)
    .where(eq(media.familyId, scope.familyId));
  return row?.bytes ?? 0;
}
