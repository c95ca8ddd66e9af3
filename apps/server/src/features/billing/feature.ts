import type { Feature } from '#platform/feature.ts';
import { billingRoutes } from './routes.ts';

/** What covers a family, and what can be bought. */
export const billingFeature: Feature = {
  name: 'billing',
  tables: [],
  routes: billingRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'nobody has written anything, and it stores nothing' },
  media: 'none',
  on: {},
  hears: {},
};
