import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import { familyOfRow } from '#platform/db/family-of.ts';
import type { Db, Queryable, Tx } from '#platform/db/pool.ts';
import type { Deletion } from '#platform/db/undo.ts';
import { inCircle, questionVisible, restorable } from './queries.ts';
import type { Asked } from './rules.ts';
import { questionRecipients, questionReminders, questions } from './tables.ts';
import type { QuestionHead } from './tables.ts';

const q = alias(questions, 'q');

/** The family a question belongs to; says nothing about who may see it. */
export const familyOf = familyOfRow(questions);

const pick = (db: Queryable, id: string, which: SQL) =>
  db
    .select()
    .from(q)
    .where(and(eq(q.id, id), which));

/** A question one may see. With `lock` it stays as it is until the transaction ends: `share` lets others read it, too, `update` keeps others from changing it. */
export async function findQuestion(
  db: Queryable,
  scope: FamilyScope,
  id: string,
  lock?: 'share' | 'update',
): Promise<QuestionHead | undefined> {
  const found = pick(db, id, questionVisible(scope));
  return (await (lock ? found.for(lock) : found))[0];
}

/** A question that one is asked or asks, deleted or not, which no other transaction changes until this one ends. */
export const lockQuestion = async (tx: Tx, scope: FamilyScope, id: string): Promise<QuestionHead | undefined> =>
  (await pick(tx, id, inCircle(scope)).for('no key update'))[0];

/** A deleted question that one may bring back. */
export const findDeleted = async (db: Queryable, scope: FamilyScope, id: string, since: Date): Promise<QuestionHead | undefined> =>
  (await pick(db, id, restorable(scope, since)))[0];

/** Adds a question with its recipients. */
export async function insertQuestion(
  tx: Tx,
  { familyId, userId }: FamilyScope,
  { recipientIds, ...row }: Omit<typeof questions.$inferInsert, 'familyId' | 'askerId'> & { recipientIds: readonly string[] },
): Promise<void> {
  await tx.insert(questions).values({ ...row, familyId, askerId: userId });
  const asked = recipientIds.map((id, position) => ({ questionId: row.id, familyId, userId: id, position }));
  if (asked.length > 0) await tx.insert(questionRecipients).values(asked);
}

/** Closes, opens, deletes or brings back a question. */
export async function updateQuestion(
  tx: Tx,
  { familyId }: FamilyScope,
  id: string,
  to: { closedAt: Date | null } | Deletion,
): Promise<void> {
  await tx
    .update(questions)
    .set(to)
    .where(and(eq(questions.id, id), eq(questions.familyId, familyId)));
}

/** Who sees a question of a family, deleted or not: what `maySeeQuestion` asks. */
export async function askedOf(db: Queryable, familyId: string, id: string): Promise<Asked | undefined> {
  const [row] = await db
    .select({ askerId: questions.askerId, everyone: questions.everyone })
    .from(questions)
    .where(and(eq(questions.id, id), eq(questions.familyId, familyId)));
  if (!row || row.everyone) return row && { ...row, recipientIds: [] };
  const named = await db
    .select({ userId: questionRecipients.userId })
    .from(questionRecipients)
    .where(eq(questionRecipients.questionId, id));
  return { ...row, recipientIds: named.map(({ userId }) => userId) };
}

/** When each who is asked was reminded last. */
export async function remindersOf(db: Queryable, { familyId }: FamilyScope, id: string): Promise<Map<string, Date>> {
  const rows = await db
    .select({ userId: questionReminders.userId, remindedAt: questionReminders.remindedAt })
    .from(questionReminders)
    .where(and(eq(questionReminders.questionId, id), eq(questionReminders.familyId, familyId)));
  return new Map(rows.map((row) => [row.userId, row.remindedAt]));
}

/** Notes reminders, each due at its time, of those who were not reminded after `since`. @returns who they are */
export async function putReminders(
  tx: Tx,
  { familyId }: FamilyScope,
  questionId: string,
  reminders: readonly { userId: string; dueAt: Date }[],
  { now, since }: { now: Date; since: Date },
): Promise<{ userId: string; dueAt: Date }[]> {
  if (reminders.length === 0) return [];
  const rows = reminders.map((reminder) => ({ questionId, familyId, ...reminder, remindedAt: now, sentAt: null }));
  return tx
    .insert(questionReminders)
    .values(rows)
    .onConflictDoUpdate({
      target: [questionReminders.questionId, questionReminders.userId],
      set: { remindedAt: now, dueAt: sql`excluded.due_at`, sentAt: null },
      setWhere: lte(questionReminders.remindedAt, since),
    })
    .returning({ userId: questionReminders.userId, dueAt: questionReminders.dueAt });
}

const isDue = (now: Date) => and(isNull(questionReminders.sentAt), lte(questionReminders.dueAt, now));

/** Families with reminders that are due. */
export async function familiesWithDue(db: Db, now: Date): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: questionReminders.familyId }).from(questionReminders).where(isDue(now));
  return found.map(({ familyId }) => familyId);
}

/** Reminders of a family that are due, those that have waited longest first. */
export const dueReminders = (db: Db, { familyId }: FamilyErrand, now: Date): Promise<{ questionId: string; userId: string }[]> =>
  db
    .select({ questionId: questionReminders.questionId, userId: questionReminders.userId })
    .from(questionReminders)
    .where(and(eq(questionReminders.familyId, familyId), isDue(now)))
    .orderBy(questionReminders.dueAt, questionReminders.questionId, questionReminders.userId);

const oneReminder = ({ familyId }: FamilyErrand, of: { questionId: string; userId: string }) =>
  and(eq(questionReminders.questionId, of.questionId), eq(questionReminders.userId, of.userId), eq(questionReminders.familyId, familyId));

/** Lets a reminder wait that is not sent yet. */
export async function holdReminder(tx: Tx, errand: FamilyErrand, of: { questionId: string; userId: string }, dueAt: Date): Promise<void> {
  await tx
    .update(questionReminders)
    .set({ dueAt })
    .where(and(oneReminder(errand, of), isNull(questionReminders.sentAt)));
}

/** Takes a due reminder, so that no other process sends it. @returns false where one has */
export async function takeReminder(tx: Tx, errand: FamilyErrand, of: { questionId: string; userId: string }, now: Date): Promise<boolean> {
  const taken = await tx
    .update(questionReminders)
    .set({ sentAt: now })
    .where(and(oneReminder(errand, of), isDue(now)))
    .returning({ userId: questionReminders.userId });
  return taken.length > 0;
}

/** A question that waits for answers, for the server itself. */
export async function openQuestion(db: Queryable, { familyId }: FamilyErrand, id: string): Promise<QuestionHead | undefined> {
  const waits = and(eq(questions.id, id), eq(questions.familyId, familyId), isNull(questions.closedAt), isNull(questions.deletedAt));
  return (await db.select().from(questions).where(waits))[0];
}

/** The question that has a medium. */
export async function questionOfMedium(db: Queryable, { familyId }: FamilyErrand, mediumId: string): Promise<string | undefined> {
  const which = and(eq(questions.mediumId, mediumId), eq(questions.familyId, familyId));
  return (await db.select({ id: questions.id }).from(questions).where(which))[0]?.id;
}

/** Closes what a user asks of a family and still waits for, also what is deleted and may be brought back. @returns the questions that are not deleted */
export async function closeQuestionsOf(tx: Tx, { familyId }: FamilyErrand, userId: string, now: Date): Promise<string[]> {
  const closed = await tx
    .update(questions)
    .set({ closedAt: now })
    .where(and(eq(questions.familyId, familyId), eq(questions.askerId, userId), isNull(questions.closedAt)))
    .returning({ id: questions.id, deletedAt: questions.deletedAt });
  return closed.flatMap(({ id, deletedAt }) => (deletedAt ? [] : [id]));
}

/** Families with a question that was deleted before a time. */
export async function familiesWithDeleted(db: Db, before: Date): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: questions.familyId }).from(questions).where(lt(questions.deletedAt, before));
  return found.map(({ familyId }) => familyId);
}

/** Removes for good what was deleted in a family before a time. @returns media that it held */
export const removeDeleted = (tx: Tx, errand: FamilyErrand, before: Date): Promise<string[]> =>
  remove(tx, errand, lt(questions.deletedAt, before));

/** Families, also left ones, of which a user has asked something. */
export async function familiesWithTraces(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.selectDistinct({ familyId: questions.familyId }).from(questions).where(eq(questions.askerId, userId));
  return found.map(({ familyId }) => familyId);
}

/** Removes for good what a user has asked of a family. @returns media that it held */
export const removeTraces = (tx: Tx, errand: FamilyErrand, userId: string): Promise<string[]> =>
  remove(tx, errand, eq(questions.askerId, userId));

async function remove(tx: Tx, { familyId }: FamilyErrand, which: SQL): Promise<string[]> {
  const gone = await tx
    .delete(questions)
    .where(and(eq(questions.familyId, familyId), which))
    .returning({ mediumId: questions.mediumId });
  return gone.flatMap(({ mediumId }) => mediumId ?? []);
}
