import type { BodyOf } from '@heartwood/contract/endpoint';
import type { questionsApi } from '@heartwood/contract/questions';
import { questionLimits } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { membersAmong, timeZonesOf } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { ideaLedTo } from '#features/inspiration/actions.ts';
import { claimMedia } from '#features/media/actions.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { lockAndChange, lockAndDelete, lockAndRestore, restorableBy } from '#platform/db/undo.ts';
import type { Undoable } from '#platform/db/undo.ts';
import type { Happened } from '#platform/feature.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { remindSoon } from './jobs.ts';
import type { AnsweredBy } from './jobs.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { QuestionHead } from './tables.ts';

const invalid = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field })] });

const undoable: Undoable<QuestionHead, { closedAt: Date | null }, `question.${'closed' | 'opened' | 'deleted' | 'restored'}`> = {
  lock: store.lockQuestion,
  findDeleted: store.findDeleted,
  async write(platform, tx, scope, { id }, change, type) {
    await store.updateQuestion(tx, scope, id, change);
    await record(platform, tx, scope, { type, ids: { question_id: id } });
  },
};

/** The family a question belongs to, or null; says nothing about who may see it. */
export const familyOfQuestion = store.familyOf;

/** A question one may see. @throws Refused not_found */
export async function visibleQuestion(platform: Platform, scope: FamilyScope, id: string): Promise<QuestionHead> {
  const question = await store.findQuestion(platform.db, scope, id);
  if (!question) throw refuse.notFound();
  return question;
}

/**
 * Asks the family something: everyone, or some.
 * @returns the question's id
 * @throws Refused validation_failed for recipients who are no members, or oneself alone; conflict for a key used otherwise
 */
export async function askQuestion(
  platform: Platform,
  scope: FamilyScope,
  input: BodyOf<typeof questionsApi.ask>,
  idempotency?: Idempotency,
): Promise<string> {
  const { text, inspiration_slug: inspirationSlug, media_id: mediumId } = input;
  const asked = rules.chooseRecipients(scope.userId, input.recipient_ids);
  if (!asked) throw invalid('recipient_ids');
  const known = await membersAmong(platform.db, scope, asked.recipientIds);
  if (known.length < asked.recipientIds.length) throw invalid('recipient_ids');
  const createdAt = platform.clock.now();
  return createIdempotently(platform.db, idempotency, createdAt, async (tx) => {
    if (mediumId) await claimMedia(platform, tx, scope, [mediumId], 'media_id');
    const id = newId(platform.clock);
    await store.insertQuestion(tx, scope, { id, text, inspirationSlug, mediumId, createdAt, ...asked });
    await ideaLedTo(platform, tx, scope, inspirationSlug);
    await record(platform, tx, scope, { type: 'question.asked', ids: { question_id: id } });
    return id;
  });
}

/** Says that no more answers are waited for, or that they are again. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function closeQuestion(platform: Platform, scope: FamilyScope, question: QuestionHead, closed: boolean): Promise<void> {
  if (!rules.mayManageQuestion(scope, question)) throw refuse.forbidden();
  const type = closed ? 'question.closed' : 'question.opened';
  await lockAndChange(platform, scope, undoable, question, type, ({ closedAt }) =>
    (closedAt !== null) === closed ? undefined : { closedAt: closed ? platform.clock.now() : null },
  );
}

/** Deletes a question; it can be brought back for a while. Its answers stay. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function deleteQuestion(platform: Platform, scope: FamilyScope, question: QuestionHead): Promise<void> {
  if (!rules.mayManageQuestion(scope, question)) throw refuse.forbidden();
  await lockAndDelete(platform, scope, undoable, { id: question.id, authorId: question.askerId }, 'question.deleted');
}

/** A question that one may bring back, or that is still there. @throws Refused not_found */
export const restorableQuestion = restorableBy(undoable, visibleQuestion);

/**
 * Brings a question back that `restorableQuestion` has found.
 * @throws Refused forbidden where it is still there and one might not have deleted it; not_found where one may bring it back no longer
 */
export async function restoreQuestion(platform: Platform, scope: FamilyScope, question: QuestionHead): Promise<void> {
  if (!question.deletedAt && !rules.mayManageQuestion(scope, question)) throw refuse.forbidden();
  await lockAndRestore(platform, scope, undoable, question, 'question.restored');
}

/**
 * Reminds who has not answered, by mail: each at most once a day, and never at night where they are.
 * @param userIds some of the recipients; left out, all
 * @returns who is reminded
 * @throws Refused forbidden, validation_failed for members who are not asked, conflict where the question is closed
 */
export async function remind(
  platform: Platform,
  scope: FamilyScope,
  { id, askerId }: QuestionHead,
  userIds: readonly string[] | undefined,
  answeredBy: AnsweredBy,
): Promise<string[]> {
  if (!rules.mayManageQuestion(scope, { askerId })) throw refuse.forbidden();
  const now = platform.clock.now();
  const since = plus(now, { hours: -questionLimits.reminderHours });
  return platform.db.transaction(async (tx) => {
    const held = await store.findQuestion(tx, scope, id, 'share');
    const question = held && (await queries.questionById(tx, scope, id));
    if (!question) throw refuse.notFound();
    if (question.closed_at) throw closed();
    if (userIds?.some((userId) => !question.recipients.includes(userId))) throw invalid('user_ids');
    const answered = await answeredBy(tx, scope, id);
    const waiting = question.recipients.filter((userId) => !answered.includes(userId) && (userIds?.includes(userId) ?? true));
    const timeZoneOf = await timeZonesOf(tx, scope.familyId);
    const due = waiting.map((userId) => ({ userId, dueAt: rules.dueFrom(now, timeZoneOf(userId)) }));
    const reminded = await store.putReminders(tx, scope, id, due, { now, since });
    for (const { userId } of reminded)
      await record(platform, tx, scope, { type: 'question.reminded', ids: { question_id: id, user_id: userId } });
    for (const dueAt of new Set(reminded.map((one) => one.dueAt.getTime()))) await remindSoon(platform, tx, scope, new Date(dueAt));
    return reminded.map(({ userId }) => userId);
  });
}

const closed = () => refuse.conflict(message('questions.refusals.closed'));

/**
 * Among whom an answer to a question stays, also while the question is deleted, as it may be brought back, and where its author does not see it
 * any longer.
 * @returns undefined where it is gone for good
 */
export async function circleOf(db: Queryable, scope: FamilyScope, id: string): Promise<rules.Circle | undefined> {
  const asked = await store.askedOf(db, scope.familyId, id);
  if (!asked) return undefined;
  const { everyone, askerId, recipientIds } = asked;
  return { id, everyone, userIds: everyone ? [] : await membersAmong(db, scope, [askerId, ...recipientIds]) };
}

/** The same for a user who answers a question they may see. @throws Refused not_found */
export async function circleToAnswer(platform: Platform, scope: FamilyScope, id: string): Promise<rules.Circle> {
  await visibleQuestion(platform, scope, id);
  const circle = await circleOf(platform.db, scope, id);
  if (!circle) throw refuse.notFound();
  return circle;
}

/** @throws Refused validation_failed for an answer that a member would see who does not see the question */
export function assertWithin(circle: rules.Circle | undefined, choice: Parameters<typeof rules.isWithin>[1]): void {
  if (circle && !rules.isWithin(circle, choice)) throw invalid('audience');
}

/** Takes an answer, in the transaction that shares it: until that ends the question stays open. @throws Refused not_found, conflict where it is closed */
export async function acceptAnswer(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  { questionId, postId }: { questionId: string; postId: string },
): Promise<void> {
  const question = await store.findQuestion(tx, scope, questionId, 'share');
  if (!question) throw refuse.notFound();
  if (question.closedAt) throw closed();
  await record(platform, tx, scope, { type: 'question.answered', ids: { question_id: questionId, post_id: postId } });
  await tellQuestion(platform, tx, scope, questionId);
}

/** With an answer changes who is still to answer: for everybody who sees the question, if it answers one. */
export async function tellQuestion(platform: Platform, tx: Tx, scope: FamilyScope, questionId: string | null): Promise<void> {
  if (questionId) await record(platform, tx, scope, { type: 'question.changed', ids: { question_id: questionId } });
}

/** Who of some members may hear of a question, which may be deleted: those who see it, or saw it. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { familyId, fact }: { familyId: string; fact: { ids: { question_id: string } } },
): Promise<FamilyScope[]> {
  const asked = await store.askedOf(db, familyId, fact.ids.question_id);
  return asked ? listeners.filter((listener) => rules.maySeeQuestion(listener, asked)) : [];
}

/** Who of some members may hear of a reminder: who is reminded, and who asks. */
export async function remindedOf(
  platform: Platform,
  listeners: readonly FamilyScope[],
  { familyId, fact }: Happened<'question.reminded'>,
): Promise<FamilyScope[]> {
  const asked = await store.askedOf(platform.db, familyId, fact.ids.question_id);
  return listeners.filter(({ userId }) => userId === fact.ids.user_id || userId === asked?.askerId);
}

/** A medium is ready, or has failed: so the question that has it has changed. */
export async function changeWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'a medium of a question is ready');
  const id = await store.questionOfMedium(tx, errand, happened.fact.ids.media_id);
  if (id) await record(platform, tx, errand, { type: 'question.changed', ids: { question_id: id } });
}

/** Closes what a member asked who leaves; of what is deleted nobody is told. */
export async function closeWithAsker(platform: Platform, tx: Tx, { familyId, fact }: Happened<'member.left'>): Promise<void> {
  const errand = actForFamily(familyId, 'who asked has left');
  for (const id of await store.closeQuestionsOf(tx, errand, fact.ids.user_id, platform.clock.now()))
    await record(platform, tx, errand, { type: 'question.closed', ids: { question_id: id } });
}

/** Whether a medium belongs to a question one may see: asked when media are served. */
export const mayReadMedium = (platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> =>
  queries.isMediumShown(platform.db, scope, mediumId);
