import { isGuardian } from '#features/family/rules.ts';
import type { Viewer, Written } from '#features/posts/rules.ts';

/** Only its author changes a comment. */
export const mayEditComment = (viewer: Viewer, comment: Written): boolean => comment.authorId === viewer.userId;

/** Its author deletes a comment, and every guardian who can see the post. */
export const mayDeleteComment = (viewer: Viewer, comment: Written): boolean =>
  comment.authorId === viewer.userId || isGuardian(viewer.role);
