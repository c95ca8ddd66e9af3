import type { Feature } from '#platform/feature.ts';
import { passwordJobs } from './jobs.ts';
import { passwordsRoutes } from './routes.ts';

/** Choosing, changing and confirming a password. */
export const passwordsFeature: Feature = {
  name: 'passwords',
  tables: [],
  routes: passwordsRoutes,
  jobs: passwordJobs,
  erase: 'cascade',
  export: { none: 'passwords are stored as hashes, and leave the server for nobody' },
  media: 'none',
  on: {},
  hears: {},
};
