import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import { author, familyChoice, id, listOf, nothing, page, pathId, timestamp } from './fields.ts';
import { oneComment, onePost, postKind } from './posts.ts';

/** Days in which a deletion can be undone. */
export const undoDays = 30;

/**
 * A post that can still be brought back. Its media have no address any more: `thumbhash` is the likeness of the first picture.
 * `deleted_by` is null where nobody knows; at `gone_at` it goes for good.
 */
export const deletedPost = z.object({
  id,
  author,
  kind: postKind,
  text: z.string(),
  occurred_on: z.string(),
  media_count: z.int(),
  thumbhash: z.string().nullable(),
  deleted_by: author.nullable(),
  deleted_at: timestamp,
  gone_at: timestamp,
});

const byId = z.object({ id: pathId });

export const deletionsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/posts/deleted',
    access: 'member',
    summary: 'Posts that one may bring back: those one wrote, and those one deleted; the latest deletion first',
    failure: failures.generic,
    querystring: page.extend(familyChoice.shape),
    data: listOf(deletedPost),
  }),
  removePost: endpoint({
    method: 'DELETE',
    url: '/api/posts/:id',
    access: 'member',
    summary: 'Delete a post; can be undone for 30 days',
    failure: failures.tryAgain,
    params: byId,
    data: nothing,
  }),
  restorePost: endpoint({
    method: 'POST',
    url: '/api/posts/:id/restore',
    access: 'member',
    summary: 'Bring a deleted post back: for its author, and for whoever deleted it',
    failure: failures.tryAgain,
    params: byId,
    data: onePost,
  }),
  removeComment: endpoint({
    method: 'DELETE',
    url: '/api/comments/:id',
    access: 'member',
    summary: 'Delete a comment; can be undone for 30 days',
    failure: failures.tryAgain,
    params: byId,
    data: nothing,
  }),
  restoreComment: endpoint({
    method: 'POST',
    url: '/api/comments/:id/restore',
    access: 'member',
    summary: 'Bring a deleted comment back: for its author, and for whoever deleted it',
    failure: failures.tryAgain,
    params: byId,
    data: oneComment,
  }),
} as const;

/** A post that can still be brought back. */
export type DeletedPost = z.output<typeof deletedPost>;
