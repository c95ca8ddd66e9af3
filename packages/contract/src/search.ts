import { searchLimit } from './limits.ts';
import { z } from 'zod';
import { comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { familyChoice, id, integer, optional, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { inspiration } from './inspiration.ts';
import { relationship } from './people.ts';
import { post, postKind } from './posts.ts';
import { question } from './questions.ts';

/** What was found in a text, in pieces: those that fit what was looked for are `hit`. Plain text, never HTML. */
export const excerpt = z.array(z.object({ text: z.string(), hit: z.boolean() }));

/** Searching in what one may see. */
export const searchApi = {
  search: endpoint({
    method: 'GET',
    url: '/api/search',
    access: 'member',
    summary: 'Posts, people, questions, comments and inspirations by words, beginnings of words, and words that are nearly right',
    querystring: z
      .object({
        q: requiredText(limits.search),
        person: z.string().max(200).optional(),
        kind: postKind.optional(),
        year: optional(integer.pipe(z.int().min(1).max(9999))),
      })
      .extend(familyChoice.shape),
    data: z.object({
      posts: z.array(post.extend({ excerpt })).max(searchLimit),
      people: z.array(relationship.extend({ excerpt })).max(searchLimit),
      questions: z.array(question.extend({ excerpt })).max(searchLimit),
      comments: z.array(comment.extend({ post_id: id, excerpt })).max(searchLimit),
      inspirations: z.array(inspiration.extend({ excerpt })).max(searchLimit),
    }),
  }),
} as const;

/** A piece of a text that was found. */
export type Excerpt = z.output<typeof excerpt>;
