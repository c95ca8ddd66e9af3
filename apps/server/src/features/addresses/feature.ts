import type { Feature } from '#platform/feature.ts';
import type { AddressesPorts } from './actions.ts';
import { addressesRoutes } from './routes.ts';

/** Proving and changing one's e-mail address. */
export const addressesFeature = (ports: AddressesPorts): Feature => ({
  name: 'addresses',
  tables: [],
  routes: (app) => addressesRoutes(app, ports),
  jobs: 'none',
  erase: 'cascade',
  export: { none: 'the address is in the profile' },
  media: 'none',
  on: {},
  hears: {},
});
