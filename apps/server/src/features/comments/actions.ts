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
import { deletedNow, isDeletable, notDeleted, restorableBy, undoableSince } from '#platform/db/undo.ts';
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

/** The family a comment belongs to, or null; says nothing about who may see it. */
export const familyOfComment = (platform: Platform, id: string): Promise<string | null> => store.familyOf(platform.db, id);

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
  await withLocked(platform, scope, comment, async (held) => {
    if (held.deletedAt) throw refuse.notFound();
    return { change: { text, updatedAt: platform.clock.now() }, type: 'comment.changed' };
  });
}

/** Deletes a comment; it can be brought back for a while. @throws Refused forbidden, not_found where it has been deleted meanwhile */
export async function deleteComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
  await withLocked(platform, scope, comment, async (held) => {
    if (!isDeletable(held, held.authorId, scope.userId)) throw refuse.notFound();
    return { change: deletedNow(platform.clock, scope.userId), type: 'comment.deleted' };
  });
}

/** A comment that one may bring back, or that is still there. @throws Refused not_found */
export const restorableComment = restorableBy(store.findDeleted, visibleComment);

/**
 * Brings a comment back that `restorableComment` has found.
 * @throws Refused forbidden where it is still there and one might not have deleted it; not_found where one may bring it back no longer
 */
export async function restoreComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!comment.deletedAt && !rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
  if (!comment.deletedAt) return;
  await withLocked(platform, scope, comment, async (held, tx) => {
    if (!held.deletedAt) return undefined;
    if (!(await store.findDeleted(tx, scope, held.id, undoableSince(platform.clock.now())))) throw refuse.notFound();
    return { change: notDeleted, type: 'comment.restored' };
  });
}

/** What becomes of a comment, and what is told of it. */
interface Change {
  change: Parameters<typeof store.updateComment>[3];
  type: 'comment.changed' | 'comment.deleted' | 'comment.restored';
}

/** Changes a comment, deleted or not, as it is decided while no other request changes it. @throws Refused not_found where it is gone */
async function withLocked(
  platform: Platform,
  scope: FamilyScope,
  { id, postId }: CommentHead,
  decide: (held: CommentHead, tx: Tx) => Promise<Change | undefined>,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const held = await store.lockComment(tx, scope, id);
    if (!held) throw refuse.notFound();
    const decided = await decide(held, tx);
    if (!decided) return;
    await store.updateComment(tx, scope, id, decided.change);
    await record(platform, tx, scope, { type: decided.type, ids: { comment_id: id, post_id: postId } });
  });
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
