import type { Feature } from '#platform/feature.ts';
import { notificationsRoutes } from './routes.ts';
import { devices } from './tables.ts';

/** Devices that are sent news. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  tables: [devices],
  routes: notificationsRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: { chapters: [], tables: [], without: { devices: 'addresses and keys of devices, which nobody has written' } },
  media: 'none',
  on: {},
  hears: {},
};
