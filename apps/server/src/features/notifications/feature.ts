import type { Feature, Subscribers } from '#platform/feature.ts';
import { listenersTo } from './actions.ts';
import { notificationsJobs, tellSoon } from './jobs.ts';
import { notificationsRoutes } from './routes.ts';
import { notifications, preferences } from './tables.ts';

/** The facts that a user may be told of. An answer is told with the post that it is. */
const told = [
  'post.shared',
  'post.changed',
  'comment.made',
  'heart.given',
  'question.asked',
  'question.reminded',
  'wish.asked',
  'wishes.delivered',
  'member.joined',
  'role.changed',
  'plan.refused',
  'plan.refunded',
  'plan.ended',
  'plan.given',
] as const;

/** What people are told of what happens. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  tables: [notifications, preferences],
  routes: notificationsRoutes,
  jobs: notificationsJobs,
  erase: 'cascade',
  export: {
    chapters: [],
    without: {
      notifications: 'ids of what is in the chapters of its features, and when somebody was told of it',
      notification_preferences: 'switches, which say nothing of the family and are set anew in a minute',
    },
  },
  media: 'none',
  on: Object.fromEntries(told.map((type) => [type, tellSoon])) as Subscribers,
  hears: { 'notifications.changed': listenersTo },
};
