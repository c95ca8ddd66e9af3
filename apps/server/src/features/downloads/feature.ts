import type { Feature } from '#platform/feature.ts';
import { downloadsRoutes } from './routes.ts';

/** Media as files to be taken along. */
export const downloadsFeature: Feature = {
  name: 'downloads',
  tables: [],
  routes: downloadsRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'what is taken along is made of media when it is asked for' },
  media: 'none',
  on: {},
  hears: {},
};
