import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import { t } from '@heartwood/messages/current';
import type { Upload } from '#features/uploads/logic.ts';
import { shareInWords } from '#platform/formats.ts';

/** A post with one more comment, unless it is known to have it. */
export const withComment = (post: Post, comment: Comment): Post =>
  post.latest_comment?.id === comment.id ? post : { ...post, comment_count: post.comment_count + 1, latest_comment: comment };

/** A post with one comment less; which is the latest then, the server knows. */
export const withoutComment = (post: Post, id: string): Post => ({
  ...post,
  comment_count: Math.max(0, post.comment_count - 1),
  latest_comment: post.latest_comment?.id === id ? null : post.latest_comment,
});

/** Under which name what is written below a post is kept on the device. */
export const commentDraft = (postId: string): string => `comment ${postId}`;

/** Under which name the file is kept that goes with it. */
export const commentFileDraft = (postId: string): string => `${commentDraft(postId)} file`;

/** How far the file is, or why it has not arrived, in words; '' where nothing is to be said. */
export function howFar(state: Upload['state']): string {
  if (state.state === 'failed') return t(state.reason);
  return state.state === 'uploading' ? shareInWords(state.share) : '';
}
