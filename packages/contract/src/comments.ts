import { z } from 'zod';
import { limits } from './limits.ts';
import { endpoint } from './endpoint.ts';
import { author, deletion, familyChoice, id, listOf, nothing, optional, page, pathId, text, timestamp } from './fields.ts';
import { media, mediaKind } from './media.ts';

/** A comment. */
export const comment = z.object({
  id,
  family_id: id,
  author,
  text: z.string(),
  media: media.nullable(),
  created_at: timestamp,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});

/** A comment that can still be brought back, and the post that it stands below: its beginning, and the title of a recipe. */
const deletedComment = z.object({
  id,
  author,
  text: z.string(),
  media: z.object({ kind: mediaKind }).nullable(),
  post: z.object({ id, author, title: z.string().nullable(), text: z.string(), occurred_on: z.string() }),
  ...deletion,
});

const oneComment = z.object({ comment });
const byId = z.object({ id: pathId });

/** What is said below a post. */
export const commentsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/posts/:id/comments',
    access: 'member',
    summary: 'Comments of a post, oldest first',
    params: byId,
    querystring: page,
    data: listOf(comment),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/posts/:id/comments',
    access: 'member',
    status: 201,
    summary: 'Comment on a post',
    params: byId,
    body: z.object({ text: text(limits.comment).default(''), media_id: optional(id) }),
    data: oneComment,
  }),
  edit: endpoint({
    method: 'PATCH',
    url: '/api/comments/:id',
    access: 'member',
    summary: 'Change one’s comment',
    params: byId,
    body: z.object({ text: text(limits.comment) }),
    data: oneComment,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/comments/:id',
    access: 'member',
    summary: 'Delete a comment; can be undone for 30 days',
    params: byId,
    data: nothing,
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/comments/:id/restore',
    access: 'member',
    summary: 'Bring a deleted comment back: for its author, and for whoever deleted it',
    params: byId,
    data: oneComment,
  }),
  deleted: endpoint({
    method: 'GET',
    url: '/api/comments/deleted',
    access: 'member',
    summary: 'Comments on posts one may see that one may bring back: those one wrote, and those one deleted; the latest deletion first',
    querystring: page.extend(familyChoice.shape),
    data: listOf(deletedComment),
  }),
} as const;

/** A comment. */
export type Comment = z.output<typeof comment>;
/** A comment that can still be brought back. */
export type DeletedComment = z.output<typeof deletedComment>;
