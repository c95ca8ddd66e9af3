import type { FamilyScope } from '#features/family/scope.ts';
import { visibleComment, visiblePost } from '#features/posts/actions.ts';
import { mayDeleteComment, mayDeletePost } from '#features/posts/rules.ts';
import type { CommentHead, PostHead } from '#features/posts/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { undoableSince } from './rules.ts';
import * as store from './store.ts';

const byNow = ({ clock }: Platform, { userId }: FamilyScope): store.Deletion => ({ deletedAt: clock.now(), deletedBy: userId });
const notAtAll: store.Deletion = { deletedAt: null, deletedBy: null };

/** Deletes a post; it can be brought back for a while. @throws Refused forbidden */
export async function deletePost(platform: Platform, scope: FamilyScope, post: PostHead): Promise<void> {
  if (!mayDeletePost(scope, post)) throw refuse.forbidden();
  await store.setPostDeleted(platform.db, scope, post.id, byNow(platform, scope));
}

/** A post that one may bring back, or that is still there. @throws Refused not_found */
export async function restorablePost(platform: Platform, scope: FamilyScope, id: string): Promise<PostHead> {
  const since = undoableSince(platform.clock.now());
  return (await store.findDeletedPost(platform.db, scope, id, since)) ?? visiblePost(platform, scope, id);
}

/** Brings a post back that `restorablePost` has found. @throws Refused forbidden where it is still there and one might not have deleted it */
export async function restorePost(platform: Platform, scope: FamilyScope, post: PostHead): Promise<void> {
  if (post.deletedAt) await store.setPostDeleted(platform.db, scope, post.id, notAtAll);
  else if (!mayDeletePost(scope, post)) throw refuse.forbidden();
}

/** Deletes a comment; it can be brought back for a while. @throws Refused forbidden */
export async function deleteComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (!mayDeleteComment(scope, comment)) throw refuse.forbidden();
  await store.setCommentDeleted(platform.db, scope, comment.id, byNow(platform, scope));
}

/** A comment that one may bring back, or that is still there. @throws Refused not_found */
export async function restorableComment(platform: Platform, scope: FamilyScope, id: string): Promise<CommentHead> {
  const since = undoableSince(platform.clock.now());
  return (await store.findDeletedComment(platform.db, scope, id, since)) ?? visibleComment(platform, scope, id);
}

/** Brings a comment back, as `restorePost` does a post. @throws Refused forbidden */
export async function restoreComment(platform: Platform, scope: FamilyScope, comment: CommentHead): Promise<void> {
  if (comment.deletedAt) await store.setCommentDeleted(platform.db, scope, comment.id, notAtAll);
  else if (!mayDeleteComment(scope, comment)) throw refuse.forbidden();
}
