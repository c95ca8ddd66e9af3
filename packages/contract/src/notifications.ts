import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { author, day, id, image, listOf, page, several, timeZone, timestamp } from './fields.ts';
import { familyRole } from './family.ts';
import { emailRhythms, messageLevels, notificationEvents, notificationKinds, readLimit } from './notification-events.ts';
import type { NotificationEvent, NotificationKind } from './notification-events.ts';

const events = Object.keys(notificationEvents) as [NotificationEvent, ...NotificationEvent[]];

/** What a post shows first: a photo, a film, a recording, a document; of none of them, whether it is a recipe or words. */
const postLooks = ['photo', 'film', 'recording', 'document', 'recipe', 'words'] as const;

/** The post that is told of, as far as a line shows it. `text` is its beginning, `image` the address of its first picture, small. */
const subjectPost = z.object({
  id,
  looks: z.enum(postLooks),
  author,
  is_mine: z.boolean(),
  text: z.string(),
  image: z.string().nullable(),
  thumbhash: z.string().nullable(),
});

/** The person that is told of. `turns` is how old they will be on the day of a birthday. */
const subjectPerson = z.object({
  heartwood_id: id,
  slug: z.string(),
  name: z.string(),
  is_me: z.boolean(),
  image: image.nullable(),
  turns: z.int().nullable(),
});

/**
 * One line: what has happened of one kind, to one thing, on one day where the person is. `ids` are all notifications in it, the newest first,
 * which `id` is; `count` is how many they are. `actors` are the latest who did it, of `actor_count`. Whatever it is about is there as far as the
 * event has it: `on` is the day of a birthday. `role` is what one is in that family now.
 */
export const notification = z.object({
  id,
  ids: z.array(id),
  family_id: id,
  role: familyRole,
  kind: z.enum(notificationKinds),
  event: z.enum(events),
  at: timestamp,
  is_read: z.boolean(),
  count: z.int(),
  actors: z.array(author),
  actor_count: z.int(),
  post: subjectPost.nullable(),
  comment: z.object({ id, text: z.string() }).nullable(),
  question: z.object({ id, text: z.string(), is_mine: z.boolean() }).nullable(),
  person: subjectPerson.nullable(),
  on: day.nullable(),
});

/** How somebody is told of one kind: on their devices, and by e-mail. In the app everything is told. */
const channels = z.object({ push: z.boolean(), email: z.enum(emailRhythms) });

/** Something of each kind. */
const ofEach = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(notificationKinds.map((kind) => [kind, shape])) as Record<NotificationKind, Shape>);

/** A time of the day, `HH:MM`, at a quarter of an hour. */
const quarter = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/);

/** Hours on the clock where somebody is in which nothing reaches their devices or mailbox; it waits until they are over. */
const quietHours = z.object({ from: quarter, until: quarter }).refine(({ from, until }) => from !== until, { path: ['until'] });

const { importance, visibility } = messageLevels;
const levels = {
  importance: z.int().min(importance.min).max(importance.max),
  visibility: z.int().min(visibility.min).max(visibility.max),
};

/** What should reach somebody, how, and when not. `time_zone` is where they are: their account’s, or what counts as long as it has none. */
export const preferences = z.object({
  kinds: ofEach(channels),
  quiet_hours: quietHours.nullable(),
  time_zone: z.string(),
  ...levels,
});

const onePreferences = z.object({ preferences });

/** How many lines are not read; more than a hundred are not counted on. */
const unread = z.object({ unread_count: z.int() });

/** What somebody is told of, and how they want to be. */
export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    url: '/api/notifications',
    access: 'account',
    summary:
      'What has happened in all of one’s families and concerns one, the latest first. What one may no longer see is not in it, nor what was told 90 days ago',
    querystring: page,
    data: listOf(notification).extend(unread.shape),
  }),
  read: endpoint({
    method: 'POST',
    url: '/api/notifications/read',
    access: 'account',
    summary: 'Mark as read: these, or all without `ids`. An empty list is none',
    body: z.object({ ids: several(id, readLimit).optional() }),
    data: unread,
  }),
  preferences: endpoint({
    method: 'GET',
    url: '/api/notification-preferences',
    access: 'account',
    summary: 'What should reach one, how, and when not',
    data: onePreferences,
  }),
  prefer: endpoint({
    method: 'PUT',
    url: '/api/notification-preferences',
    access: 'account',
    summary: 'Change what should reach one; what is left out stays, `quiet_hours: null` is none',
    body: z.object({
      kinds: ofEach(channels.partial()).partial().optional(),
      quiet_hours: quietHours.nullable().optional(),
      time_zone: timeZone.optional(),
      importance: levels.importance.optional(),
      visibility: levels.visibility.optional(),
    }),
    data: onePreferences,
  }),
} as const;

/** One line of what somebody is told. */
export type Notification = z.output<typeof notification>;
/** What a post shows first. */
export type PostLooks = (typeof postLooks)[number];
/** What should reach somebody, how, and when not. */
export type NotificationPreferences = z.output<typeof preferences>;
