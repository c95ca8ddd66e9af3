import type { Comment, DeletedComment } from '@heartwood/contract/comments';
import { presentAuthors, presentDeletions } from '#features/family/present.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentMediaByIds } from '#features/media/present.ts';
import { inOrder, pageOf } from '#features/posts/present.ts';
import type { Asked, Page } from '#features/posts/present.ts';
import { inUtc } from '#platform/db/read.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { commentsPage, deletedPage } from './queries.ts';
import { mayDeleteComment, mayEditComment } from './rules.ts';
import type { CommentRow } from './tables.ts';

/** Comments of a post, the first one first. */
export async function presentComments(platform: Platform, scope: FamilyScope, postId: string, asked: Asked): Promise<Page<Comment>> {
  return pageOf(
    platform,
    scope,
    { list: `comments ${postId}`, ...asked },
    {
      load: (after, count) => commentsPage(platform.db, scope, { postId }, after, count),
      place: (comment) => ({ at: comment.created_at, id: comment.id }),
      present: (rows) => commentsOf(platform, scope, rows),
    },
  );
}

/** Comments that one may see, in the order of the ids; what one may not see is left out. */
export async function presentCommentsByIds(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Comment[]> {
  const rows = await commentsPage(platform.db, scope, { ids }, undefined, ids.length);
  return inOrder(ids, await commentsOf(platform, scope, rows));
}

/** One comment. @throws Refused not_found */
export async function presentComment(platform: Platform, scope: FamilyScope, id: string): Promise<{ comment: Comment }> {
  const [comment] = await presentCommentsByIds(platform, scope, [id]);
  if (!comment) throw refuse.notFound();
  return { comment };
}

/** Comments that one may bring back, the latest deletion first. Their media have no address while they are deleted. */
export const presentDeletedComments = (platform: Platform, scope: FamilyScope, { limit, cursor }: Asked): Promise<Page<DeletedComment>> =>
  presentDeletions(
    platform,
    scope,
    { list: 'comments', limit, cursor },
    {
      load: (page) => deletedPage(platform.db, scope, page),
      named: ({ author_id, post }) => [author_id, post.author_id],
      present: ({ author_id, text, media_kind: kind, post: { author_id: postAuthor, ...post } }, authorOf) => ({
        author: authorOf(author_id),
        text,
        media: kind && { kind },
        post: { ...post, author: authorOf(postAuthor) },
      }),
    },
  );

async function commentsOf(platform: Platform, scope: FamilyScope, rows: readonly CommentRow[]): Promise<Comment[]> {
  const [authorOf, media] = await Promise.all([
    presentAuthors(platform, scope, [...new Set(rows.map((row) => row.author_id))]),
    presentMediaByIds(
      platform,
      scope,
      rows.flatMap((row) => row.medium_id ?? []),
    ),
  ]);
  return rows.map((row) => {
    const written = { authorId: row.author_id };
    return {
      id: row.id,
      family_id: scope.familyId,
      author: authorOf(row.author_id),
      text: row.text,
      media: (row.medium_id && media.get(row.medium_id)) || null,
      created_at: inUtc(row.created_at),
      can: { edit: mayEditComment(scope, written), delete: mayDeleteComment(scope, written) },
    };
  });
}
