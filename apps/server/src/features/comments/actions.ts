import type { commentsApi } from '@heartwood/contract/comments';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { claimMedia } from '#features/media/actions.ts';
import { holdPost } from '#features/posts/actions.ts';
import { saysSomething } from '#features/posts/rules.ts';
import type { PostHead } from '#features/posts/tables.ts';
import type { Tx } from '#platform/db/pool.ts';
import { lockAndChange, lockAndDelete, lockAndRestore, restorableBy } from '#platform/db/undo.ts';
import type { Undoable } from '#platform/db/undo.ts';
import type { Happened } from '#platform/feature.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { isMediumShown } from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { CommentHead } from './tables.ts';

const unsaid = () => refuse.invalid({ text: [problemMessage({ rule: 'required', field: 'text' })] });

const undoable: Undoable<CommentHead, { text: string; updatedAt: Date }, 'comment.changed' | 'comment.deleted' | 'comment.restored'> = {
  lock: store.lockComment,
  findDeleted: store.findDeleted,
  async write(platform, tx, scope, { id, postId }, change, type) {
    await store.updateComment(tx, scope, id, change);
    await record(platform, tx, scope, { type, ids: { comment_id: id, post_id: postId } });
  },
};

/** A comment on a post one may see. @throws Refused not_found */
export async function visibleComment(platform: Platform, scope: FamilyScope, id: string): Promise<CommentHead> {
  const comment = await store.findComment(platform.db, scope, id);
  if (!comment) throw refuse.notFound();
  return comment;
}

/** Comments on a post. @returns the comment's id @throws Refused not_found, validation_failed */
export async function addComment(
  platform: Platform,
  scope: FamilyScope,
  { id: postId }: PostHead,
  input: BodyOf<typeof commentsApi.add>,
  idempotency?: Idempotency,
): Promise<string> {
  const { text, media_id: mediumId } = input;
  if (!saysSomething(text, mediumId ? 1 : 0)) throw unsaid();
  const now = platform.clock.now();
  return createIdempotently(platform.db, idempotency, now, async (tx) => {
    await holdPost(tx, scope, postId);
    if (mediumId) await claimMedia(platform, tx, scope, [mediumId], 'media_id');
    const id = newId(platform.clock);
    await store.insertComment(tx, scope, { id, postId, text, mediumId, createdAt: now, updatedAt: now });
    await record(platform, tx, scope, { type: 'comment.made', ids: { comment_id: id, post_id: postId } });
    return id;
  });
}

/** Changes the words of one's comment. @throws Refused forbidden, validation_failed, not_found where it has been deleted meanwhile */
export async function editComment(platform: Platform, scope: FamilyScope, comment: CommentHead, text: string): Promise<void> {
  if (!rules.mayEditComment(scope, comment)) throw refuse.forbidden();
  if (!saysSomething(text, comment.mediumId ? 1 : 0)) throw unsaid();
  await lockAndChange(platform, scope, undoable, comment, 'comment.changed', () => ({ text, updatedAt: platform.clock.now() }));
}

/** Deletes a comment; it can be brought back for a while. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function deleteComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
  await lockAndDelete(platform, scope, undoable, comment, 'comment.deleted');
}

/** A comment that one may bring back, or that is still there. @throws Refused not_found */
export const restorableComment = restorableBy(undoable, visibleComment);

/**
 * Brings a comment back that `restorableComment` has found.
 * @throws Refused forbidden where it is still there and one might not have deleted it; not_found where one may bring it back no longer
 */
export async function restoreComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!comment.deletedAt && !rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
  await lockAndRestore(platform, scope, undoable, comment, 'comment.restored');
}

/** A medium is ready, or has failed: so the comment that has it has changed. */
export async function changeWithMedium(platform: Platform, tx: Tx, happened: Happened<'media.ready' | 'media.failed'>): Promise<void> {
  const errand = actForFamily(happened.familyId, 'a medium of a comment is ready');
  const found = await store.commentOfMedium(tx, errand, happened.fact.ids.media_id);
  if (found) await record(platform, tx, errand, { type: 'comment.changed', ids: { comment_id: found.id, post_id: found.postId } });
}

/** Whether a medium belongs to a comment one may see: asked when media are served. */
export const mayReadMedium = (platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> =>
  isMediumShown(platform.db, scope, mediumId);
