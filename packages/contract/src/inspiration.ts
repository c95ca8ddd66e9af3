import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { familyChoice, flag, integer, listOf, optional, page, text } from './fields.ts';
import { ideaActions, ideaBySlug, illustrations } from './ideas.ts';
import { limits } from './limits.ts';

/**
 * An idea in the reader's language. `body` is paragraphs with an empty line between them, `prompts` are good things to ask; `minutes` is
 * about how long it takes. `saved` and `done` are what the reader has said of it.
 */
export const inspiration = z.object({
  slug: z.string(),
  title: z.string(),
  teaser: z.string(),
  action: z.enum(ideaActions),
  minutes: z.int(),
  body: z.string(),
  prompts: z.array(z.string()),
  illustration: z.enum(illustrations),
  saved: z.boolean(),
  done: z.boolean(),
});

/** The idea that led to what is made, by its slug: with that it is done. */
export const ledBy = optional(
  z
    .string()
    .max(limits.title)
    .refine((slug) => ideaBySlug(slug) !== undefined),
);

const one = z.object({ inspiration });
/** The idea of a week, which begins on the Monday `week`. */
const ofWeek = one.extend({ week: z.iso.date() });
/** A slug is in no family; whose state is meant is said beside it. */
const ofIdea = { params: z.object({ slug: z.string().max(limits.title) }), querystring: familyChoice };

/** Ideas for families, the one of a week, and what one says of them. */
export const inspirationApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/inspiration',
    access: 'member',
    summary: 'Ideas, those of the season first; by action, by words, by the minutes they take at most, or those one has saved',
    querystring: page
      .extend({
        action: optional(z.enum(ideaActions)),
        q: optional(text(limits.search)),
        minutes: optional(integer.pipe(z.int().min(1).max(1_440))),
        saved: optional(flag),
      })
      .extend(familyChoice.shape),
    data: listOf(inspiration),
  }),
  weekly: endpoint({
    method: 'GET',
    url: '/api/inspiration/weekly',
    access: 'member',
    summary: 'The idea of this week: the same for the whole family, until one asks for another',
    querystring: familyChoice,
    data: ofWeek,
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/inspiration/:slug',
    access: 'member',
    summary: 'One idea',
    ...ofIdea,
    data: one,
  }),
  skip: endpoint({
    method: 'PUT',
    url: '/api/inspiration/:slug/skipped',
    access: 'member',
    summary: 'Not this one this week; answers with the idea that comes in its place, for oneself alone',
    ...ofIdea,
    data: ofWeek,
  }),
  unskip: endpoint({
    method: 'DELETE',
    url: '/api/inspiration/:slug/skipped',
    access: 'member',
    summary: 'This one after all; answers with the idea of this week',
    ...ofIdea,
    data: ofWeek,
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/inspiration/:slug/saved',
    access: 'member',
    summary: 'Save an idea for later',
    ...ofIdea,
    data: one,
  }),
  unsave: endpoint({
    method: 'DELETE',
    url: '/api/inspiration/:slug/saved',
    access: 'member',
    summary: 'No longer save an idea',
    ...ofIdea,
    data: one,
  }),
  finish: endpoint({
    method: 'PUT',
    url: '/api/inspiration/:slug/done',
    access: 'member',
    summary: 'Say that one has done it',
    ...ofIdea,
    data: one,
  }),
  unfinish: endpoint({
    method: 'DELETE',
    url: '/api/inspiration/:slug/done',
    access: 'member',
    summary: 'Say that one has not done it',
    ...ofIdea,
    data: one,
  }),
} as const;

/** An idea in the reader's language. */
export type Inspiration = z.output<typeof inspiration>;
