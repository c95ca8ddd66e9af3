import type { Feature } from '#platform/feature.ts';
import { searchRoutes } from './routes.ts';

/** Finding what one may see by its words. */
export const searchFeature: Feature = {
  name: 'search',
  tables: [],
  routes: searchRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'what is found is exported where it stands' },
  media: 'none',
  on: {},
  hears: {},
};
