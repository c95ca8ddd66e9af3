import { z } from 'zod';
import { birthdayDays, limits, wishLimits } from './limits.ts';
import { endpoint } from './endpoint.ts';
import { author, day, familyChoice, id, integer, nothing, pathId, requiredText, several, text, timestamp } from './fields.ts';
import { ledBy } from './inspiration.ts';
import { media } from './media.ts';

/** A birthday ahead; on the day itself it is today's. */
export const birthday = z.object({ heartwood_id: id, name: z.string(), date: z.string(), turns: z.int() });

/** What somebody wishes somebody for one birthday. */
export const wish = z.object({
  id,
  heartwood_id: id,
  birthday_on: z.string(),
  author,
  text: z.string(),
  media: z.array(media),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** How a wish is made; `seconds` is how long it plays. */
const manner = z.object({ kind: z.enum(['text', 'image', 'video', 'audio']), seconds: z.number().nullable() });

/**
 * The wishes for one birthday of one person. `birthday_on` is null where nobody knows the birthday. `for_me`: they are delivered to whoever asks;
 * until then that answer says nothing of them. `can.thank`: somebody is still to be thanked. `cards` are the days of the birthdays whose wishes whoever asks can open, the latest first.
 */
const gathered = z.object({
  heartwood_id: id,
  name: z.string(),
  birthday_on: z.string().nullable(),
  turns: z.int().nullable(),
  for_me: z.boolean(),
  delivered: z.boolean(),
  can: z.object({ wish: z.boolean(), remind: z.boolean(), thank: z.boolean() }),
  wishes: z.array(wish),
  wished: z.array(author.extend({ wish: manner })),
  waiting: z.array(author.extend({ reminded: z.boolean() })),
  cards: z.array(z.string()),
});

const person = z.object({ heartwood_id: pathId });
const byId = z.object({ id: pathId });
const mediaIds = several(id, wishLimits.media);

/** Birthdays ahead, and what is wished for them. */
export const birthdaysApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/birthdays',
    access: 'member',
    summary: 'Birthdays of the next days, soonest first',
    querystring: z
      .object({ days: integer.pipe(z.int().min(0).max(366)).default(birthdayDays), on: day.optional() })
      .extend(familyChoice.shape),
    data: z.object({ birthdays: z.array(birthday) }),
  }),
  wishes: endpoint({
    method: 'GET',
    url: '/api/birthdays/:heartwood_id/wishes',
    access: 'member',
    summary: 'One’s own wish for a birthday, and all of them for the person from 7:00 of the day where they are',
    params: person,
    /** `on` is the day of another birthday than the next one. */
    querystring: z.object({ on: day.optional() }).extend(familyChoice.shape),
    data: gathered,
  }),
  make: endpoint({
    method: 'POST',
    url: '/api/birthdays/:heartwood_id/wishes',
    access: 'member',
    status: 201,
    summary: 'Wish somebody something for their next birthday, once',
    params: person,
    body: z.object({
      text: text(limits.description).default(''),
      media_ids: mediaIds.default([]),
      inspiration_slug: ledBy,
      family_id: id.optional(),
    }),
    data: gathered.extend({ wish }),
  }),
  remind: endpoint({
    method: 'POST',
    url: '/api/birthdays/:heartwood_id/remind',
    access: 'member',
    summary: 'Remind those who have not wished yet, or some of them; each at most once a day',
    params: person,
    body: z.object({ user_ids: several(id, wishLimits.reminded).optional(), family_id: id.optional() }).default({}),
    data: gathered.extend({ reminded: z.array(id) }),
  }),
  thank: endpoint({
    method: 'POST',
    url: '/api/birthdays/:heartwood_id/thanks',
    access: 'member',
    status: 201,
    summary: 'Thank, once, those whose wishes for a birthday one has been given: in a post that they alone see',
    params: person,
    body: z.object({ text: requiredText(limits.story), on: day, family_id: id.optional() }),
    data: gathered,
  }),
  change: endpoint({
    method: 'PATCH',
    url: '/api/wishes/:id',
    access: 'member',
    summary: 'Change one’s wish, until the day',
    params: byId,
    body: z.object({ text: text(limits.description).optional(), media_ids: mediaIds.optional() }),
    data: z.object({ wish }),
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/wishes/:id',
    access: 'member',
    summary: 'Take one’s wish back, until the day',
    params: byId,
    data: nothing,
  }),
} as const;

/** A birthday ahead. */
export type Birthday = z.output<typeof birthday>;
/** What somebody wishes somebody. */
export type Wish = z.output<typeof wish>;
/** The wishes for one birthday. */
export type Gathered = z.output<typeof gathered>;
