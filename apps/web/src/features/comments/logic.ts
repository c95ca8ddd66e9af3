import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';

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
export const draftOf = (postId: string): string => `comment ${postId}`;

/** Under which name the file is kept that goes with it. */
export const fileDraftOf = (postId: string): string => `${draftOf(postId)} file`;
