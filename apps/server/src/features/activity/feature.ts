import { factTypes, type FactType } from '@heartwood/contract/activity';
import { everybody } from '#platform/feature.ts';
import type { Feature, Subscribers } from '#platform/feature.ts';
import { keepFact } from './actions.ts';
import { activityJobs } from './jobs.ts';
import { activityRoutes } from './routes.ts';
import { activity, streams } from './tables.ts';

const everyType = Object.keys(factTypes) as FactType[];

/** What happened, for a day, and who is told of it. */
export const activityFeature: Feature = {
  name: 'activity',
  tables: [activity, streams],
  routes: activityRoutes,
  jobs: activityJobs,
  erase: {
    account: 'cascade',
    family: 'cascade',
    columns: {
      'activity.actor_id': 'is emptied: for the rest of its day the fact is told without who did it',
      'activity.ids': 'stay for the rest of that day: ids alone',
    },
  },
  export: {
    chapters: [],
    without: {
      activity: 'holds ids for a day; what they name is in the chapters of its features',
      activity_streams: 'connections that are open at the moment',
    },
  },
  media: 'none',
  on: Object.fromEntries(everyType.map((type) => [type, keepFact])) as Subscribers,
  hears: { 'author.erased': everybody },
};
