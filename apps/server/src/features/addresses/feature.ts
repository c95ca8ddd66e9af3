import type { Feature } from '#platform/feature.ts';
import { addressesRoutes } from './routes.ts';

/** Proving and changing one's e-mail address. */
export const addressesFeature: Feature = {
  name: 'addresses',
  tables: [],
  routes: addressesRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'the address is in the profile' },
  media: 'none',
  on: {},
  hears: {},
};
