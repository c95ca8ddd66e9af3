import { searchLimit } from './limits.ts';
import { z } from 'zod';
import { comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { day, familyChoice, id, integer, optional, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { inspiration } from './inspiration.ts';
import { moment } from './moments.ts';
import { relationship } from './people.ts';
import { onlyKept, post, postKind } from './posts.ts';
import { question } from './questions.ts';

/** The part of a text around what was found, cut into stretches in their order; `hit` are those that fit the search. Plain text, never HTML. */
export const excerpt = z.array(z.object({ text: z.string(), hit: z.boolean() }));

/** Searching in what one may see. */
export const searchApi = {
  search: endpoint({
    method: 'GET',
    url: '/api/search',
    access: 'member',
    summary:
      'Posts, people, moments, questions, comments and inspirations by words, days, beginnings of words, and words that are nearly right',
    querystring: z
      .object({
        q: requiredText(limits.search),
        person: z.string().max(200).optional(),
        kind: postKind.optional(),
        year: optional(integer.pipe(z.int().min(1).max(9999))),
        /** Only among treasures: posts that are kept, and what is said of them. */
        kept: onlyKept,
      })
      .extend(familyChoice.shape),
    data: z.object({
      /** The days that the search names, both included: 'August 2026', 'last summer'. */
      days: z.object({ from: day, to: day }).nullable(),
      moments: z.array(moment.extend({ excerpt })).max(searchLimit),
      posts: z.array(post.extend({ excerpt })).max(searchLimit),
      people: z.array(relationship.extend({ excerpt })).max(searchLimit),
      questions: z.array(question.extend({ excerpt })).max(searchLimit),
      comments: z.array(comment.extend({ post_id: id, excerpt })).max(searchLimit),
      inspirations: z.array(inspiration.extend({ excerpt })).max(searchLimit),
    }),
  }),
} as const;

/** The part of a text around what was found, in stretches. */
export type Excerpt = z.output<typeof excerpt>;
