import type { Feature } from '#platform/feature.ts';
import { eraseTraces } from './erasure.ts';
import { deletionsJobs } from './jobs.ts';
import { deletionsRoutes } from './routes.ts';

/** Deleting posts and comments, and bringing them back. */
export const deletionsFeature: Feature = {
  name: 'deletions',
  tables: [],
  routes: deletionsRoutes,
  jobs: deletionsJobs,
  erase: { account: eraseTraces, family: 'cascade', columns: {} },
  export: { none: 'what is deleted is not exported' },
  media: 'none',
  on: {},
  hears: {},
};
