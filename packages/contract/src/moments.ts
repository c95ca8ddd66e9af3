import { momentLimits } from './limits.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  author,
  changeable,
  day,
  deletion,
  familyChoice,
  id,
  listOf,
  nothing,
  optional,
  page,
  pathId,
  requiredText,
  several,
  text,
  timestamp,
} from './fields.ts';
import { limits } from './limits.ts';
import { media } from './media.ts';
import { milestoneCategories } from './milestones.ts';
import { post, sharing } from './posts.ts';
import { postLimits } from './limits.ts';

/** A person's slug or `heartwood_id`. */
const person = z.string().trim().min(1).max(200);
const milestoneSlug = z.string().max(limits.name);
const audience = z.enum(['family', 'guardians', 'people', 'me']);

/**
 * Something one or several people have reached. `post_id` is the post it was shared as, for who may see that. `milestone` is the slug of one
 * of the milestones, null where the moment has only words of its own.
 */
export const moment = z.object({
  id,
  family_id: id,
  author,
  title: z.string(),
  milestone: z.string().nullable(),
  occurred_on: z.string(),
  text: z.string(),
  people: z.array(id),
  media: z.array(media),
  post_id: id.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), share: z.boolean() }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** A moment that can still be brought back. Its media have no address any more: `thumbhash` is the likeness of the first picture. */
const deletedMoment = z.object({
  id,
  author,
  title: z.string(),
  text: z.string(),
  occurred_on: z.string(),
  people: z.array(id),
  media_count: z.int(),
  thumbhash: z.string().nullable(),
  ...deletion,
});

/** A milestone for one person, who reaches it once: a second moment of it is refused. `when` is null where no birthday is known; a reached one has the `moment_id` of the first time. */
const personMilestone = z.object({
  slug: z.string(),
  title: z.string(),
  past: z.string(),
  hint: z.string(),
  category: z.enum(milestoneCategories),
  from_months: z.int(),
  to_months: z.int(),
  when: z.enum(['passed', 'now', 'ahead']).nullable(),
  moment_id: id.nullable(),
});

const oneMoment = z.object({ moment });
const byId = z.object({ id: pathId });

/** Moments people have reached, and milestones. */
export const momentsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/moments',
    access: 'member',
    summary: 'Moments one may see, of one person or of all, the latest day first',
    querystring: page.extend({ person: person.optional() }).extend(familyChoice.shape),
    data: listOf(moment).extend({ total: z.int() }),
  }),
  keep: endpoint({
    method: 'POST',
    url: '/api/moments',
    access: 'member',
    status: 201,
    summary: 'Keep a moment of one or several people, and share it as a post where that is asked for',
    body: z.object({
      person: optional(person),
      people: several(person, momentLimits.people).default([]),
      title: optional(text(limits.title)),
      milestone: optional(milestoneSlug),
      occurred_on: optional(day),
      text: text(limits.story).default(''),
      media_ids: several(id, momentLimits.media).default([]),
      /** Shares it at once, with the same media, as a post in which others may be, too. */
      share: z.object({ ...sharing, people: several(person, postLimits.people).optional() }).optional(),
      family_id: id.optional(),
    }),
    data: oneMoment.extend({ post: post.optional() }),
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/moments/:id',
    access: 'member',
    summary: 'One moment',
    params: byId,
    data: oneMoment,
  }),
  edit: endpoint({
    method: 'PATCH',
    url: '/api/moments/:id',
    access: 'member',
    summary: 'Change a moment; `If-Match` takes the ETag of the GET',
    params: byId,
    body: z.object({
      people: several(person, momentLimits.people).pipe(z.array(z.string()).min(1)).optional(),
      title: requiredText(limits.title).optional(),
      milestone: changeable(milestoneSlug),
      occurred_on: day.optional(),
      text: text(limits.story).optional(),
      media_ids: several(id, momentLimits.media).optional(),
    }),
    data: oneMoment,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/moments/:id',
    access: 'member',
    summary: 'Delete a moment; can be undone for 30 days',
    params: byId,
    data: nothing,
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/moments/:id/restore',
    access: 'member',
    summary: 'Bring a deleted moment back',
    params: byId,
    data: oneMoment,
  }),
  deleted: endpoint({
    method: 'GET',
    url: '/api/moments/deleted',
    access: 'member',
    summary: 'Moments that one may bring back: guardians all, others those of themself that they wrote; the latest deletion first',
    querystring: page.extend(familyChoice.shape),
    data: listOf(deletedMoment),
  }),
  share: endpoint({
    method: 'POST',
    url: '/api/moments/:id/share',
    access: 'member',
    status: 201,
    summary: 'Share a moment as a post; one that is shared already answers with its post',
    params: byId,
    body: z.object({ audience: audience.optional(), audience_user_ids: several(id, postLimits.audience).optional() }),
    data: z.object({ post, moment }),
  }),
  milestones: endpoint({
    method: 'GET',
    url: '/api/milestones',
    access: 'member',
    summary: 'The milestones of one person: reached, and still to come by age',
    /** `on` is the day where the asker is: ages turn at their midnight. */
    querystring: z.object({ person, on: day.optional() }).extend(familyChoice.shape),
    data: z.object({ milestones: z.array(personMilestone) }),
  }),
} as const;

/** A moment. */
export type Moment = z.output<typeof moment>;
/** A moment that can still be brought back. */
export type DeletedMoment = z.output<typeof deletedMoment>;
/** A milestone for one person. */
export type PersonMilestone = z.output<typeof personMilestone>;
