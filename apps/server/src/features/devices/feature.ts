import type { Feature } from '#platform/feature.ts';
import { devicesJobs } from './jobs.ts';
import type { MayTell } from './jobs.ts';
import { devicesRoutes } from './routes.ts';
import { devices, pushes } from './tables.ts';

/** Devices that are told of news. @param ports.mayTell what may be told, as the features above know it */
export const devicesFeature = ({ mayTell }: { mayTell: MayTell }): Feature => ({
  name: 'devices',
  tables: [devices, pushes],
  routes: devicesRoutes,
  jobs: (platform) => devicesJobs(platform, mayTell),
  erase: 'cascade',
  export: {
    chapters: [],
    without: { devices: 'addresses and keys of devices, which nobody has written', pushes: 'ids of what is on its way to a device' },
  },
  media: 'none',
  on: {},
  hears: {},
});
