import type { commentsApi } from '@heartwood/contract/comments';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { labelOf, messages } from '@heartwood/contract/validation';
import type { FamilyScope } from '#features/family/scope.ts';
import { claimMedia } from '#features/media/actions.ts';
import { holdPost } from '#features/posts/actions.ts';
import { saysSomething } from '#features/posts/rules.ts';
import type { PostHead } from '#features/posts/tables.ts';
import { deletedNow, notDeleted, undoableSince } from '#platform/db/undo.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { isMediumShown } from './queries.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { CommentHead } from './tables.ts';

const unsaid = () => refuse.invalid({ text: [messages.required(labelOf('text'))] });

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
    return id;
  });
}

/** Changes the words of one's comment. @throws Refused forbidden, validation_failed */
export async function editComment(platform: Platform, scope: FamilyScope, comment: CommentHead, text: string): Promise<void> {
  if (!rules.mayEditComment(scope, comment)) throw refuse.forbidden();
  if (!saysSomething(text, comment.mediumId ? 1 : 0)) throw unsaid();
  const change = { text, updatedAt: platform.clock.now() };
  await platform.db.transaction((tx) => store.updateComment(tx, scope, comment.id, change));
}

/** Deletes a comment; it can be brought back for a while. @throws Refused forbidden */
export async function deleteComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
  await platform.db.transaction((tx) => store.updateComment(tx, scope, comment.id, deletedNow(platform.clock, scope.userId)));
}

/** A comment that one may bring back, or that is still there. @throws Refused not_found */
export async function restorableComment(platform: Platform, scope: FamilyScope, id: string): Promise<CommentHead> {
  const since = undoableSince(platform.clock.now());
  return (await store.findDeleted(platform.db, scope, id, since)) ?? visibleComment(platform, scope, id);
}

/** Brings a comment back that `restorableComment` has found. @throws Refused forbidden where it is still there and one might not have deleted it */
export async function restoreComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (comment.deletedAt) await platform.db.transaction((tx) => store.updateComment(tx, scope, comment.id, notDeleted));
  else if (!rules.mayDeleteComment(scope, comment)) throw refuse.forbidden();
}

/** Whether a medium belongs to a comment one may see: for whoever serves media. */
export const mayReadMedium = (platform: Platform, scope: FamilyScope, mediumId: string): Promise<boolean> =>
  isMediumShown(platform.db, scope, mediumId);
