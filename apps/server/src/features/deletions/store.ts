import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { comments, hearts, posts } from '#features/posts/tables.ts';
import type { CommentHead, Position, PostHead } from '#features/posts/tables.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { removal, restorable, restorableComment } from './tables.ts';
import type { DeletedRow } from './tables.ts';

const p = alias(posts, 'p');
const c = alias(comments, 'c');

/** Posts that one may bring back, the latest deletion first. */
export async function deletedPage(db: Db, scope: FamilyScope, since: Date, after: Position | undefined, limit: number) {
  return readRows<DeletedRow>(
    db,
    sql`select p.id, p.author_id, p.kind, p.text, p.occurred_on, p.deleted_at, p.deleted_by,
        (select count(*)::int from post_media held where held.post_id = p.id) as media_count,
        (select m.thumbhash from post_media held join media m on m.id = held.medium_id
          where held.post_id = p.id and m.thumbhash is not null order by held.position limit 1) as thumbhash
      from posts p where ${restorable(scope, since)}
      ${after ? sql`and (p.deleted_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by p.deleted_at desc, p.id desc limit ${limit}`,
  );
}

/** A deleted post that one may bring back. */
export async function findDeletedPost(db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<PostHead | undefined> {
  const which = and(eq(p.id, id), restorable(scope, since));
  return (await db.select().from(p).where(which))[0];
}

/** A deleted comment that one may bring back. */
export async function findDeletedComment(db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<CommentHead | undefined> {
  const which = and(eq(c.id, id), restorableComment(scope, since));
  const found = await db.select({ comment: c }).from(c).innerJoin(p, eq(p.id, c.postId)).where(which);
  return found[0]?.comment;
}

/** Whether and by whom something is deleted. */
export type Deletion = Pick<PostHead, 'deletedAt' | 'deletedBy'>;

export async function setPostDeleted(db: Queryable, scope: FamilyScope, id: string, to: Deletion): Promise<void> {
  const one = and(eq(posts.id, id), eq(posts.familyId, scope.familyId));
  await db.update(posts).set(to).where(one);
}

export async function setCommentDeleted(db: Queryable, scope: FamilyScope, id: string, to: Deletion): Promise<void> {
  const one = and(eq(comments.id, id), eq(comments.familyId, scope.familyId));
  await db.update(comments).set(to).where(one);
}

/** Families with something that was deleted before a moment. */
export const familiesWithDeleted = (db: Db, before: Date): Promise<string[]> =>
  ids(
    db,
    sql`select family_id as id from posts where deleted_at < ${before} union select family_id from comments where deleted_at < ${before}`,
  );

/** Removes for good what was deleted in a family before a moment. @returns media that they held, one that several held as often */
export const removeDeleted = (tx: Tx, { familyId }: FamilyErrand, before: Date): Promise<string[]> =>
  ids(tx, removal(familyId, sql`deleted_at < ${before}`));

/** Families, also left ones, in which a user has shared, said or loved something. */
export const familiesWithTraces = (db: Queryable, userId: string): Promise<string[]> =>
  ids(
    db,
    sql`select family_id as id from posts where author_id = ${userId} union select family_id from comments where author_id = ${userId}
      union select family_id from hearts where user_id = ${userId}`,
  );

/** Removes for good what a user has shared, said and loved in a family. @returns media that they held, one that several held as often */
export async function removeTraces(tx: Tx, { familyId }: FamilyErrand, userId: string): Promise<string[]> {
  await tx.delete(hearts).where(and(eq(hearts.userId, userId), eq(hearts.familyId, familyId)));
  return ids(tx, removal(familyId, sql`author_id = ${userId}`));
}

const ids = async (db: Queryable, query: SQL): Promise<string[]> => (await readRows<{ id: string }>(db, query)).map(({ id }) => id);
