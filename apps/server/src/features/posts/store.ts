import { and, eq, lt, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import { insertBatch } from '#platform/db/insert-batch.ts';
import type { Deletion } from '#platform/db/undo.ts';
import { inAudience, restorable, visible } from './queries.ts';
import type { Shared } from './rules.ts';
import { hearts, postAudience, postMedia, postPeople, posts } from './tables.ts';
import type { PostHead } from './tables.ts';

const p = alias(posts, 'p');
const mine = (scope: FamilyScope, id: string) => and(eq(posts.id, id), eq(posts.familyId, scope.familyId));

/** The family a post belongs to; says nothing about who may see it. */
export const familyOf = familyOfRow(posts);

const pick = (db: Queryable, id: string, which: SQL) =>
  db
    .select()
    .from(p)
    .where(and(eq(p.id, id), which));

/** A post one may see. */
export async function findPost(db: Queryable, scope: FamilyScope, id: string): Promise<PostHead | undefined> {
  return (await pick(db, id, visible(scope)))[0];
}

/** Keeps a post of the family until the transaction ends: with `update` as it is, with `key share` from disappearing. */
const hold = (tx: Tx, scope: FamilyScope, id: string, lock: 'update' | 'key share') =>
  tx.select({ id: posts.id }).from(posts).where(mine(scope, id)).for(lock);

/** Keeps the members of the family as they are until the transaction ends: before it holds a post, as they hold the family before its posts. */
const holdFamily = (tx: Tx, { familyId }: FamilyScope) => tx.execute(sql`select from families where id = ${familyId} for key share`);

/** A post one may see, which does not disappear until the transaction ends. */
export async function holdVisible(tx: Tx, scope: FamilyScope, id: string): Promise<PostHead | undefined> {
  // Who sees the post is asked by the second statement, as in `lockVisible`.
  await hold(tx, scope, id, 'key share');
  return findPost(tx, scope, id);
}

/** A post one may see, which nobody changes until the transaction ends. */
export async function lockVisible(tx: Tx, scope: FamilyScope, id: string): Promise<PostHead | undefined> {
  await holdFamily(tx, scope);
  // Who sees the post is asked by the second statement: the first one, which may wait, knows only whom it named before it waited.
  await hold(tx, scope, id, 'update');
  return findPost(tx, scope, id);
}

/** Adds a post of the one who acts, in its first version, with its parts. */
export async function insertPost(
  tx: Tx,
  scope: FamilyScope,
  row: Omit<typeof posts.$inferInsert, 'familyId' | 'authorId' | 'version'>,
  parts: Parts,
): Promise<void> {
  const post = tx.insert(posts).values({ ...row, familyId: scope.familyId, authorId: scope.userId, version: 1 });
  await insertBatch(tx, [post, ...partsToInsert(tx, scope, row.id, parts)]);
}

/** Changes a post and its parts, and counts its version on; what is left out stays. */
export async function updatePost(
  tx: Tx,
  scope: FamilyScope,
  id: string,
  change: Partial<typeof posts.$inferInsert>,
  parts: SomeParts,
): Promise<void> {
  await tx
    .update(posts)
    .set({ ...change, version: sql`${posts.version} + 1` })
    .where(mine(scope, id));
  await replaceParts(tx, scope, id, parts);
}

/** Changes where a post is kept; this does not change its version. */
export async function placePost(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  to: Pick<PostHead, 'categoryId' | 'subcategoryId'>,
): Promise<void> {
  await db.update(posts).set(to).where(mine(scope, id));
}

/** Members a post names, and its media in order. */
export async function partsOf(tx: Tx, scope: FamilyScope, postId: string): Promise<{ audience: string[]; media: string[] }> {
  const of = (table: typeof postAudience | typeof postMedia) => and(eq(table.postId, postId), eq(table.familyId, scope.familyId));
  const named = await tx.select().from(postAudience).where(of(postAudience));
  const shown = await tx.select().from(postMedia).where(of(postMedia)).orderBy(postMedia.position);
  return { audience: named.map((row) => row.userId), media: shown.map((row) => row.mediumId) };
}

/** Media of what is shared as a post, which the post may show as well: from the moments, which stand above. */
export type LentTo = (db: Queryable, scope: FamilyScope, postId: string) => Promise<string[]>;

/** Media and people of a post, and the members it names, each in order. */
export type Parts = Record<'media' | 'people' | 'audience', string[]>;

type SomeParts = { [Name in keyof Parts]?: string[] | undefined };

function partsToInsert(tx: Tx, { familyId }: FamilyScope, postId: string, parts: SomeParts): SQLWrapper[] {
  const owner = { postId, familyId };
  const { media = [], people = [], audience = [] } = parts;
  return [
    ...(media.length > 0 ? [tx.insert(postMedia).values(media.map((mediumId, position) => ({ ...owner, mediumId, position })))] : []),
    ...(people.length > 0 ? [tx.insert(postPeople).values(people.map((personId, position) => ({ ...owner, personId, position })))] : []),
    ...(audience.length > 0 ? [tx.insert(postAudience).values(audience.map((userId) => ({ ...owner, userId })))] : []),
  ];
}

/** Makes these the media, the people and the named members of a post; what is left out stays. */
async function replaceParts(tx: Tx, scope: FamilyScope, postId: string, parts: SomeParts): Promise<void> {
  const tables = { media: postMedia, people: postPeople, audience: postAudience };
  for (const name of ['media', 'people', 'audience'] as const) {
    const table = tables[name];
    if (parts[name]) await tx.delete(table).where(and(eq(table.postId, postId), eq(table.familyId, scope.familyId)));
  }
  await insertBatch(tx, partsToInsert(tx, scope, postId, parts));
}

/** Gives a heart, once. @returns false where it was there already */
export async function insertHeart(db: Queryable, { userId, familyId }: FamilyScope, postId: string, now: Date): Promise<boolean> {
  const made = await db.insert(hearts).values({ postId, userId, familyId, createdAt: now }).onConflictDoNothing();
  return made.rowCount === 1;
}

/** Takes a heart back. @returns whether it was there */
export async function deleteHeart(db: Queryable, scope: FamilyScope, postId: string): Promise<boolean> {
  const own = and(eq(hearts.postId, postId), eq(hearts.userId, scope.userId), eq(hearts.familyId, scope.familyId));
  return (await db.delete(hearts).where(own).returning({ id: hearts.postId })).length > 0;
}

/** Who sees a post of a family, deleted or not: what `maySeePost` asks. Read by one statement: a change of whom it names is seen whole, or not at all. */
export async function sharedWith(db: Queryable, familyId: string, id: string): Promise<Shared | undefined> {
  const rows = await db
    .select({ authorId: posts.authorId, audience: posts.audience, userId: postAudience.userId })
    .from(posts)
    .leftJoin(postAudience, eq(postAudience.postId, posts.id))
    .where(and(eq(posts.id, id), eq(posts.familyId, familyId)));
  const [post] = rows;
  return post && { authorId: post.authorId, audience: post.audience, audienceUserIds: rows.flatMap(({ userId }) => userId ?? []) };
}

/** The post that shows a medium. */
export async function postOfMedium(db: Queryable, { familyId }: FamilyErrand, mediumId: string): Promise<string | undefined> {
  const which = and(eq(postMedia.mediumId, mediumId), eq(postMedia.familyId, familyId));
  return (await db.select({ id: postMedia.postId }).from(postMedia).where(which))[0]?.id;
}

/** A post whose audience one is in, deleted or not, which no other transaction changes until this one ends. */
export async function lockPost(tx: Tx, scope: FamilyScope, id: string): Promise<PostHead | undefined> {
  const held = await pick(tx, id, inAudience(scope)).for('no key update');
  // Whom the post names is read once it is held, as in `lockVisible`.
  return held[0] && (await pick(tx, id, inAudience(scope)))[0];
}

/** A deleted post that one may bring back. */
export async function findDeleted(db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<PostHead | undefined> {
  return (await pick(db, id, restorable(scope, since)))[0];
}

/** Deletes a post or brings it back. */
export async function setDeletion(tx: Tx, scope: FamilyScope, id: string, to: Deletion): Promise<void> {
  await tx.update(posts).set(to).where(mine(scope, id));
}

/** Families with a post that was deleted before a time. */
export async function familiesWithDeleted(db: Db, before: Date): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: posts.familyId }).from(posts).where(lt(posts.deletedAt, before));
  return found.map(({ familyId }) => familyId);
}

/** Removes for good what was deleted in a family before a time. @returns media that they held, one that several held as often */
export const removeDeleted = (tx: Tx, errand: FamilyErrand, before: Date): Promise<string[]> =>
  remove(tx, errand, sql`deleted_at < ${before}`);

/** Families, also left ones, in which a user has shared or loved something. */
export async function familiesWithTraces(db: Queryable, userId: string): Promise<string[]> {
  const shared = db.select({ familyId: posts.familyId }).from(posts).where(eq(posts.authorId, userId));
  const loved = db.select({ familyId: hearts.familyId }).from(hearts).where(eq(hearts.userId, userId));
  return (await union(shared, loved)).map(({ familyId }) => familyId);
}

/** Removes for good what a user has shared and loved in a family. @returns media that it held, one that several posts held as often */
export async function removeTraces(tx: Tx, errand: FamilyErrand, userId: string): Promise<string[]> {
  await tx.delete(hearts).where(and(eq(hearts.userId, userId), eq(hearts.familyId, errand.familyId)));
  return remove(tx, errand, sql`author_id = ${userId}`);
}

/** Removes posts of a family for good; the comments on them go along. @returns media that they held, one that several held as often */
async function remove(tx: Tx, { familyId }: FamilyErrand, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with gone as (delete from posts where family_id = ${familyId} and ${which} returning id)
    select medium_id as id from post_media where post_id in (select id from gone)
    union all select medium_id from comments where medium_id is not null and post_id in (select id from gone)`);
  return rows.map(({ id }) => id);
}
