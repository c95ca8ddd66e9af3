import { and, eq, isNull, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { visible } from '#features/posts/queries.ts';
import { posts } from '#features/posts/tables.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import type { Deletion } from '#platform/db/undo.ts';
import { restorable } from './queries.ts';
import { comments } from './tables.ts';
import type { CommentHead } from './tables.ts';

const p = alias(posts, 'p');
const c = alias(comments, 'c');
const one = (scope: FamilyScope, id: string) => and(eq(comments.id, id), eq(comments.familyId, scope.familyId));

/** The family a comment belongs to; says nothing about who may see it. */
export const familyOf = familyOfRow(comments);

const pick = async (db: Queryable, id: string, which: SQL | undefined, lock?: 'lock'): Promise<CommentHead | undefined> => {
  const found = db
    .select({ comment: c })
    .from(c)
    .innerJoin(p, eq(p.id, c.postId))
    .where(and(eq(c.id, id), which));
  return (await (lock ? found.for('no key update', { of: c }) : found))[0]?.comment;
};

/** A comment on a post one may see. */
export const findComment = (db: Queryable, scope: FamilyScope, id: string): Promise<CommentHead | undefined> =>
  pick(db, id, and(isNull(c.deletedAt), visible(scope)));

/** A comment on a post one may see, deleted or not, that no other transaction changes until this one ends. */
export const lockComment = (tx: Tx, scope: FamilyScope, id: string): Promise<CommentHead | undefined> =>
  pick(tx, id, visible(scope), 'lock');

/** A deleted comment that one may bring back. */
export const findDeleted = (db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<CommentHead | undefined> =>
  pick(db, id, restorable(scope, since));

/** Adds a comment of the one who acts; the post it belongs to must be one they may see. */
export async function insertComment(tx: Tx, scope: FamilyScope, row: Omit<typeof comments.$inferInsert, 'familyId' | 'authorId'>) {
  await tx.insert(comments).values({ ...row, familyId: scope.familyId, authorId: scope.userId });
}

/** Changes a comment, deletes it or brings it back. */
export async function updateComment(tx: Tx, scope: FamilyScope, id: string, change: { text: string; updatedAt: Date } | Deletion) {
  await tx.update(comments).set(change).where(one(scope, id));
}

/** Families with a comment that was deleted before a time. */
export async function familiesWithDeleted(db: Db, before: Date): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: comments.familyId }).from(comments).where(lt(comments.deletedAt, before));
  return found.map(({ familyId }) => familyId);
}

/** Removes for good what was deleted in a family before a time. @returns media that it held */
export const removeDeleted = (tx: Tx, errand: FamilyErrand, before: Date): Promise<string[]> =>
  remove(tx, errand, lt(comments.deletedAt, before));

/** Families, also left ones, in which a user has said something. */
export async function familiesWithTraces(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: comments.familyId }).from(comments).where(eq(comments.authorId, userId));
  return found.map(({ familyId }) => familyId);
}

/** Removes for good what a user has said in a family. @returns media that it held */
export const removeTraces = (tx: Tx, errand: FamilyErrand, userId: string): Promise<string[]> =>
  remove(tx, errand, eq(comments.authorId, userId));

async function remove(tx: Tx, { familyId }: FamilyErrand, which: SQL): Promise<string[]> {
  const gone = await tx
    .delete(comments)
    .where(and(eq(comments.familyId, familyId), which))
    .returning({ mediumId: comments.mediumId });
  return gone.flatMap(({ mediumId }) => mediumId ?? []);
}

/** The comment that has a medium. */
export async function commentOfMedium(db: Queryable, { familyId }: FamilyErrand, mediumId: string) {
  const which = and(eq(comments.mediumId, mediumId), eq(comments.familyId, familyId));
  return (await db.select({ id: comments.id, postId: comments.postId }).from(comments).where(which))[0];
}
