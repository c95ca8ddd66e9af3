import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { author, deletion, familyChoice, id, listOf, nothing, optional, page, pathId, requiredText, several, timestamp } from './fields.ts';
import { ledBy } from './inspiration.ts';
import { limits, postLimits, questionLimits } from './limits.ts';
import { media } from './media.ts';
import { onePost, post, postsApi } from './posts.ts';

/**
 * A question as lists show it. `everyone`: it is asked of all members, also of those who come later; otherwise it is there for its asker and
 * its recipients alone. `recipients` are the first five. `answered_count` is how many of them have answered, `answer_count` how many answers one
 * may see. `mine`: whether it is asked of oneself, and whether one has answered.
 */
export const question = z.object({
  id,
  family_id: id,
  asker: author,
  text: z.string(),
  media: media.nullable(),
  inspiration_slug: z.string().nullable(),
  everyone: z.boolean(),
  recipients: z.array(author),
  recipient_count: z.int(),
  answered_count: z.int(),
  answer_count: z.int(),
  mine: z.object({ asked: z.boolean(), answered: z.boolean() }),
  closed_at: timestamp.nullable(),
  created_at: timestamp,
  can: z.object({ answer: z.boolean(), remind: z.boolean(), close: z.boolean(), delete: z.boolean() }),
});

/** Somebody who has not answered yet. `reminded_at` is the last reminder; the next one can be sent from `remind_from` on, null is now. */
const waiting = author.extend({ reminded_at: timestamp.nullable(), remind_from: timestamp.nullable() });

/** A question with all of its recipients, and the answers one may see, the first one first; of very many the latest. */
const wholeQuestion = question.extend({
  answered: z.array(author),
  waiting: z.array(waiting),
  answers: z.array(post),
});

/** A question that can still be brought back. */
const deletedQuestion = z.object({ id, asker: author, text: z.string(), created_at: timestamp, ...deletion });

const byId = z.object({ id: pathId });
const oneQuestion = z.object({ question: wholeQuestion });

/** Questions to the family, their answers, and reminders. */
export const questionsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/questions',
    access: 'member',
    summary: 'Questions that one asks, or is asked; the latest first',
    querystring: page.extend({ state: z.enum(['open', 'closed']).optional() }).extend(familyChoice.shape),
    data: listOf(question),
  }),
  ask: endpoint({
    method: 'POST',
    url: '/api/questions',
    access: 'member',
    status: 201,
    summary: 'Ask the family something; without `recipient_ids` (user ids) everyone is asked',
    body: z.object({
      text: requiredText(limits.description),
      recipient_ids: several(id, questionLimits.recipients).pipe(z.array(z.string()).min(1)).optional(),
      inspiration_slug: ledBy,
      media_id: optional(id),
      family_id: id.optional(),
    }),
    data: oneQuestion,
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/questions/:id',
    access: 'member',
    summary: 'One question with its answers, and who is still to answer',
    params: byId,
    data: oneQuestion,
  }),
  change: endpoint({
    method: 'PATCH',
    url: '/api/questions/:id',
    access: 'member',
    summary: 'Close a question, or open it again: its asker and guardians',
    params: byId,
    body: z.object({ closed: z.boolean() }),
    data: oneQuestion,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/questions/:id',
    access: 'member',
    summary: 'Delete a question; its answers stay as posts; can be undone for 30 days',
    params: byId,
    data: nothing,
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/questions/:id/restore',
    access: 'member',
    summary: 'Bring a deleted question back: for its asker, and for whoever deleted it',
    params: byId,
    data: oneQuestion,
  }),
  deleted: endpoint({
    method: 'GET',
    url: '/api/questions/deleted',
    access: 'member',
    summary: 'Questions that one may bring back: those one asked, and those one deleted; the latest deletion first',
    querystring: page.extend(familyChoice.shape),
    data: listOf(deletedQuestion),
  }),
  answer: endpoint({
    method: 'POST',
    url: '/api/questions/:id/answers',
    access: 'member',
    status: 201,
    summary: 'Answer a question, as a post is shared; without an audience all who see the question see the answer, and never anybody else',
    multipart: { files: postLimits.media },
    params: byId,
    body: postsApi.share.schema.body,
    data: onePost,
  }),
  remind: endpoint({
    method: 'POST',
    url: '/api/questions/:id/remind',
    access: 'member',
    summary:
      'Remind those who have not answered, or some of them (user ids): each at most once a day, by mail, never at night where they are',
    params: byId,
    body: z.object({ user_ids: several(id, questionLimits.recipients).optional() }),
    data: oneQuestion.extend({ reminded: z.array(id) }),
  }),
} as const;

/** A question as lists show it. */
export type Question = z.output<typeof question>;
/** A question with its answers. */
export type WholeQuestion = z.output<typeof wholeQuestion>;
/** A question that can still be brought back. */
export type DeletedQuestion = z.output<typeof deletedQuestion>;
