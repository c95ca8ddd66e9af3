import type { Feature } from '#platform/feature.ts';
import { listenersTo } from './actions.ts';
import { eraseUploads, forgetFamilyMedia } from './erasure.ts';
import { mediaJobs } from './jobs.ts';
import { mediaRoutes } from './routes.ts';
import { media } from './tables.ts';

/** Photos, videos, recordings and documents. */
export const mediaFeature: Feature = {
  name: 'media',
  tables: [media],
  routes: mediaRoutes,
  jobs: mediaJobs,
  erase: { account: eraseUploads, family: forgetFamilyMedia, columns: {} },
  export: {
    chapters: [],
    without: { media: 'files are exported with what they belong to; what belongs to nothing is removed within a day' },
  },
  // Their uploader sees them anyway.
  media: 'none',
  on: {},
  hears: { 'media.ready': listenersTo, 'media.failed': listenersTo },
};
