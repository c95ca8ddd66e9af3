import type { Feature } from '#platform/feature.ts';
import { profilesRoutes } from './routes.ts';

/** What users say about themselves. */
export const profilesFeature: Feature = {
  name: 'profiles',
  tables: [],
  routes: profilesRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'the profile is stored and exported with the account' },
  media: 'none',
  on: {},
  hears: {},
};
