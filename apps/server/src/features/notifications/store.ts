import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { NotificationEvent } from '@heartwood/contract/notification-events';
import { users } from '#features/accounts/tables.ts';
import { comments } from '#features/comments/tables.ts';
import type { FamilyErrand } from '#features/family/scope.ts';
import { members, people } from '#features/family/tables.ts';
import { posts } from '#features/posts/tables.ts';
import { questions } from '#features/questions/tables.ts';
import { isAmong } from '#platform/db/among.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { kindOf, usual } from './rules.ts';
import { notifications, preferences } from './tables.ts';
import type { News, Preferences } from './tables.ts';

// What is told of stays until the transaction ends that tells of it: a transaction that deletes it for good waits, and takes the notifications with it.

/** A post that is told of. @returns undefined where it is gone for good */
export async function holdPost(tx: Tx, { familyId }: FamilyErrand, id: string) {
  const { authorId, kind, questionId, createdAt } = posts;
  const which = and(eq(posts.id, id), eq(posts.familyId, familyId));
  const [post] = await tx.select({ id: posts.id, authorId, kind, questionId, createdAt }).from(posts).where(which).for('key share');
  return post;
}

/** Whether a comment that is told of is still there, deleted or not. */
export async function holdComment(tx: Tx, { familyId }: FamilyErrand, id: string): Promise<boolean> {
  const which = and(eq(comments.id, id), eq(comments.familyId, familyId));
  return (await tx.select({ id: comments.id }).from(comments).where(which).for('key share')).length > 0;
}

/** Whether a question that is told of is still there, deleted or not. */
export async function holdQuestion(tx: Tx, { familyId }: FamilyErrand, id: string): Promise<boolean> {
  const which = and(eq(questions.id, id), eq(questions.familyId, familyId));
  return (await tx.select({ id: questions.id }).from(questions).where(which).for('key share')).length > 0;
}

/** Whether a person that is told of is still one of the family. */
export async function holdPerson(tx: Tx, { familyId }: FamilyErrand, id: string): Promise<boolean> {
  const which = and(eq(people.id, id), eq(people.familyId, familyId));
  return (await tx.select({ id: people.id }).from(people).where(which).for('key share')).length > 0;
}

/** Who has said something about a post. */
export async function speakersOn(tx: Tx, { familyId }: FamilyErrand, postId: string): Promise<string[]> {
  const which = and(eq(comments.postId, postId), eq(comments.familyId, familyId), isNull(comments.deletedAt));
  const found = await tx.selectDistinct({ id: comments.authorId }).from(comments).where(which);
  return found.map(({ id }) => id);
}

/**
 * Tells members of something, each once; members who have joined since are not told.
 * @param told a notification's id for each of them
 * @param since who was a member by then is told
 * @returns the ids of the notifications that are new, each with its user
 */
export async function insertNews(
  tx: Tx,
  { familyId }: FamilyErrand,
  news: News,
  told: readonly { id: string; userId: string }[],
  since: Date,
): Promise<{ id: string; userId: string }[]> {
  const { event, fact, actorId, postId, commentId, questionId, personId, day, at } = news;
  // Always in the same order: two that tell the same at once must not wait for each other.
  const { rows } = await tx.execute<{ id: string; userId: string }>(sql`
    insert into notifications
      (id, user_id, family_id, kind, event, fact, actor_id, post_id, comment_id, question_id, person_id, day, created_at)
    select told.id, told.user_id, ${familyId}, ${kindOf(event)}, ${event}, ${fact}, ${actorId}::uuid, ${postId}::uuid, ${commentId}::uuid,
      ${questionId}::uuid, ${personId}::uuid, ${day}::date, ${at.toISOString()}::timestamptz
    from unnest(${sql.param(told.map(({ id }) => id))}::uuid[], ${sql.param(told.map(({ userId }) => userId))}::uuid[]) as told (id, user_id)
    join members m on m.user_id = told.user_id and m.family_id = ${familyId} and m.joined_at <= ${since.toISOString()}::timestamptz
    where ${actorId}::uuid is null or exists (select from users where id = ${actorId}::uuid)
    order by told.user_id
    on conflict (user_id, fact) do nothing returning id, user_id as "userId"`);
  return rows;
}

/** The families that some users are in, each with the user. */
export const familiesOf = (db: Queryable, userIds: readonly string[]): Promise<{ familyId: string; userId: string }[]> =>
  db
    .select({ familyId: members.familyId, userId: members.userId })
    .from(members)
    .where(isAmong(members.userId, userIds))
    .orderBy(members.familyId, members.userId);

/** Marks notifications of a user as read. @param ids left out, all @returns whether one of them was not */
export async function markRead(tx: Tx, userId: string, ids: readonly string[] | undefined, now: Date): Promise<boolean> {
  const which = and(eq(notifications.userId, userId), isNull(notifications.readAt), ids ? isAmong(notifications.id, ids) : undefined);
  return (await tx.update(notifications).set({ readAt: now }).where(which)).rowCount !== 0;
}

/**
 * Holds a user's notifications of some events until a time of which it is open what becomes of them by mail; of what is read nothing becomes.
 * @returns their ids
 */
export async function holdUnsettled(
  tx: Tx,
  { userId, events, until }: { userId: string; events: readonly NotificationEvent[]; until: Date },
): Promise<Set<string>> {
  const open = and(isNull(notifications.settledAt), isNull(notifications.readAt));
  const which = and(eq(notifications.userId, userId), inArray(notifications.event, [...events]), lte(notifications.createdAt, until), open);
  const held = await tx.select({ id: notifications.id }).from(notifications).where(which).orderBy(notifications.id).for('no key update');
  return new Set(held.map(({ id }) => id));
}

/** Says that it is decided by mail what becomes of some notifications of a user. */
export async function settle(tx: Tx, userId: string, ids: ReadonlySet<string>, now: Date): Promise<void> {
  await tx
    .update(notifications)
    .set({ settledAt: now })
    .where(and(eq(notifications.userId, userId), isAmong(notifications.id, [...ids])));
}

/** Removes old notifications, some at a time. @returns how many */
export async function deleteBefore(db: Queryable, time: Date, most: number): Promise<number> {
  const old = db.select({ id: notifications.id }).from(notifications).where(lt(notifications.createdAt, time)).limit(most);
  return (await db.delete(notifications).where(inArray(notifications.id, old))).rowCount ?? 0;
}

// The time zone of a user is that of their account, else of the owner of their current family, else UTC.
const owner = alias(users, 'owner');
const timeZone = sql<string>`coalesce(${users.timeZone}, ${owner.timeZone}, 'UTC')`;
const withOwner = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(members, and(eq(members.familyId, users.currentFamilyId), eq(members.role, 'owner')))
    .leftJoin(owner, eq(owner.id, members.userId));

/** The time zone of a user. @returns an IANA name */
export async function timeZoneOf(db: Queryable, userId: string): Promise<string> {
  const [row] = await withOwner(db.select({ timeZone }).from(users).where(eq(users.id, userId)).$dynamic());
  return row?.timeZone ?? 'UTC';
}

/** What some users prefer, by user id; nothing of those who are gone. */
export async function preferencesOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, Preferences>> {
  const rows = await withOwner(
    db
      .select({ userId: users.id, timeZone, chosen: preferences })
      .from(users)
      .leftJoin(preferences, eq(preferences.userId, users.id))
      .where(isAmong(users.id, userIds))
      .$dynamic(),
  );
  return new Map(rows.map(({ userId, chosen, ...row }) => [userId, { ...preferencesIn(chosen), timeZone: row.timeZone }]));
}

function preferencesIn(chosen: typeof preferences.$inferSelect | null): Omit<Preferences, 'timeZone'> {
  if (!chosen) return usual;
  const { kinds, quietFrom, quietUntil, importance, visibility } = chosen;
  const quietHours = quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null;
  return { kinds: { ...usual.kinds, ...kinds }, quietHours, importance, visibility };
}

/** Keeps what a user prefers. */
export async function putPreferences(tx: Tx, userId: string, chosen: Omit<Preferences, 'timeZone'>, updatedAt: Date): Promise<void> {
  const { kinds, quietHours, importance, visibility } = chosen;
  const row = { kinds, quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null, importance, visibility, updatedAt };
  await tx
    .insert(preferences)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: preferences.userId, set: row });
}
