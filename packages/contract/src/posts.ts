import { z } from 'zod';
import { limits, postLimits } from './limits.ts';
import { comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import {
  author,
  changeable,
  day,
  deletion,
  familyChoice,
  file,
  id,
  listOf,
  nothing,
  optional,
  page,
  pathId,
  several,
  text,
  timestamp,
} from './fields.ts';
import { ledBy } from './inspiration.ts';
import { media, mediaKind } from './media.ts';
import { givenRecipe, recipe } from './recipes.ts';

/** What a post is. */
export const postKind = z.enum(['memory', 'recipe', 'video', 'answer', 'birthday', 'moment']);
const audience = z.enum(['family', 'guardians', 'people', 'me']);

/** How many love it, and whether one does oneself. */
export const hearts = z.object({ count: z.int(), mine: z.boolean() });

/** The latest comment as a card of a list shows it. */
const latestComment = z.object({ id, author, text: z.string(), media: z.object({ kind: mediaKind }).nullable() });

/** What is said of single media of a post, by their ids; of the others nothing is said. */
const captions = z.record(id, text(limits.description)).refine((all) => Object.keys(all).length <= postLimits.media);

/**
 * Something shared. `audience_user_ids` is there for its author alone, `recipe` where it is one. Kept in treasures it has a category, and
 * mostly a shelf of it. `question` and its id are there while what it answers is.
 */
export const post = z.object({
  id,
  family_id: id,
  author,
  kind: postKind,
  text: z.string(),
  occurred_on: z.string(),
  audience,
  audience_user_ids: z.array(id).optional(),
  people: z.array(id),
  media: z.array(media),
  captions: z.record(z.string(), z.string()),
  category_id: id.nullable(),
  subcategory_id: id.nullable(),
  question_id: id.optional(),
  question: z.object({ id, text: z.string() }).optional(),
  recipe: recipe.optional(),
  hearts,
  comment_count: z.int(),
  latest_comment: latestComment.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), keep: z.boolean() }),
  created_at: timestamp,
  updated_at: timestamp,
});

/**
 * Some posts in short: by author, those with most posts first, and by what is attached. `seconds` is how long it all plays. Where there are very
 * many, what is attached is that of the newest posts, and `partial` is true.
 */
const postSummary = z.object({
  authors: z.array(author.extend({ post_count: z.int() })),
  media: z.array(z.object({ kind: mediaKind, post_count: z.int(), count: z.int(), seconds: z.number() })),
  partial: z.boolean(),
});

/**
 * A post that can still be brought back. Its media have no address any more: `thumbhash` is the likeness of the first picture. `title` is a recipe's.
 */
const deletedPost = z.object({
  id,
  author,
  kind: postKind,
  title: z.string().nullable(),
  text: z.string(),
  occurred_on: z.string(),
  media_count: z.int(),
  thumbhash: z.string().nullable(),
  ...deletion,
});

/** One post, as answers carry it. */
export const onePost = z.object({ post });
const byId = z.object({ id: pathId });

/** How something is shared: with whom, what is said of single media, where it is kept, which idea led to it. */
export const sharing = {
  audience: audience.optional(),
  audience_user_ids: several(id, postLimits.audience).optional(),
  captions: captions.optional(),
  subcategory_id: changeable(id),
  inspiration_slug: ledBy,
};

const postFields = {
  ...sharing,
  text: text(limits.story).default(''),
  /** Left out it is a memory, or with a recipe a recipe. */
  kind: z.enum(['memory', 'video', 'recipe']).optional(),
  recipe: optional(givenRecipe),
  media_ids: several(id, postLimits.media).default([]),
  people: several(id, postLimits.people).default([]),
  occurred_on: optional(day),
};

/** `1` asks only for treasures: what is kept on a shelf, or in a category whose shelf is gone. */
export const onlyKept = z.literal('1').optional();

/** Posts with their hearts, the lists of them, and those that were deleted lately. */
export const postsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/posts',
    access: 'member',
    summary: 'Posts one may see, newest first; with `sort=occurred` the latest memory first',
    querystring: page
      .extend({
        person: z.string().max(200).optional(),
        author: id.optional(),
        kind: postKind.optional(),
        media: mediaKind.optional(),
        category_id: id.optional(),
        subcategory_id: id.optional(),
        question_id: id.optional(),
        from: day.optional(),
        to: day.optional(),
        q: text(limits.search).optional(),
        sort: z.enum(['occurred']).optional(),
      })
      .extend(familyChoice.shape),
    data: listOf(post),
  }),
  summary: endpoint({
    method: 'GET',
    url: '/api/posts/summary',
    access: 'member',
    summary: 'Who told the posts of a shelf or category that one may see, and how much there is to look at and to hear',
    querystring: z.object({ category_id: id.optional(), subcategory_id: id.optional() }).extend(familyChoice.shape),
    data: postSummary,
  }),
  years: endpoint({
    method: 'GET',
    url: '/api/posts/years',
    access: 'member',
    summary: 'The years of the memories one may see, the latest first; with `kept=1` of those among the treasures',
    querystring: z.object({ kept: onlyKept }).extend(familyChoice.shape),
    data: z.object({ years: z.array(z.int()) }),
  }),
  share: endpoint({
    method: 'POST',
    url: '/api/posts',
    access: 'member',
    status: 201,
    summary: 'Share something with the family',
    multipart: { files: postLimits.media },
    body: z.object({ ...postFields, images: several(file, postLimits.media).default([]), family_id: id.optional() }),
    data: onePost,
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/posts/:id',
    access: 'member',
    summary: 'One post; with `include=comments` the first page of its comments, too',
    params: byId,
    querystring: z.object({ include: z.enum(['comments']).optional() }),
    data: onePost.extend({ comments: listOf(comment).optional() }),
  }),
  edit: endpoint({
    method: 'PATCH',
    url: '/api/posts/:id',
    access: 'member',
    summary: 'Change a post; `If-Match` takes the ETag of the GET',
    params: byId,
    body: z.object({
      text: text(limits.story).optional(),
      media_ids: several(id, postLimits.media).optional(),
      captions: captions.optional(),
      people: several(id, postLimits.people).optional(),
      occurred_on: changeable(day),
      audience: audience.optional(),
      audience_user_ids: several(id, postLimits.audience).optional(),
      subcategory_id: changeable(id),
      recipe: givenRecipe.optional(),
    }),
    data: onePost,
  }),
  keep: endpoint({
    method: 'PUT',
    url: '/api/posts/:id/subcategory',
    access: 'member',
    summary: 'Keep a post in a subcategory of the treasures, or with null in none',
    params: byId,
    body: z.object({ subcategory_id: id.nullable() }),
    data: onePost,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/posts/:id',
    access: 'member',
    summary: 'Delete a post; can be undone for 30 days',
    params: byId,
    data: nothing,
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/posts/:id/restore',
    access: 'member',
    summary: 'Bring a deleted post back: for its author, and for whoever deleted it',
    params: byId,
    data: onePost,
  }),
  deleted: endpoint({
    method: 'GET',
    url: '/api/posts/deleted',
    access: 'member',
    summary: 'Posts that one may bring back: those one wrote, and those one deleted; the latest deletion first',
    querystring: page.extend(familyChoice.shape),
    data: listOf(deletedPost),
  }),
  love: endpoint({
    method: 'PUT',
    url: '/api/posts/:id/heart',
    access: 'member',
    summary: 'Give a post one’s heart',
    params: byId,
    data: z.object({ hearts }),
  }),
  unlove: endpoint({
    method: 'DELETE',
    url: '/api/posts/:id/heart',
    access: 'member',
    summary: 'Take one’s heart back',
    params: byId,
    data: z.object({ hearts }),
  }),
  lovers: endpoint({
    method: 'GET',
    url: '/api/posts/:id/hearts',
    access: 'member',
    summary: 'Who loves a post',
    params: byId,
    querystring: page,
    data: listOf(author.extend({ created_at: timestamp })),
  }),
  counts: endpoint({
    method: 'GET',
    url: '/api/memory-counts',
    access: 'member',
    summary: 'In how many posts one may see each person is',
    querystring: familyChoice,
    data: z.object({ people: z.array(z.object({ heartwood_id: id, memories: z.int() })) }),
  }),
  onThisDay: endpoint({
    method: 'GET',
    url: '/api/on-this-day',
    access: 'member',
    summary: 'Posts of this day in earlier years',
    querystring: page.extend({ date: day.optional() }).extend(familyChoice.shape),
    data: listOf(post),
  }),
} as const;

/** A post. */
export type Post = z.output<typeof post>;
/** Who sees a post. */
export type Audience = z.output<typeof audience>;
/** A post that can still be brought back. */
export type DeletedPost = z.output<typeof deletedPost>;
