import type { Feature } from '#platform/feature.ts';
import { eraseUploadsUnderWay, forgetFamilyUploads } from './erasure.ts';
import { uploadJobs } from './jobs.ts';
import { uploadsRoutes } from './routes.ts';
import { uploads } from './tables.ts';

/** Files that arrive in chunks. */
export const uploadsFeature: Feature = {
  name: 'uploads',
  tables: [uploads],
  // Registered as a plugin of its own: its hooks are for its routes alone.
  routes: async (app) => void (await app.register(uploadsRoutes)),
  jobs: uploadJobs,
  erase: { account: eraseUploadsUnderWay, family: forgetFamilyUploads, columns: {} },
  export: { chapters: [], without: { uploads: 'what has arrived whole is a medium; what has not is removed within days' } },
  media: { shows: 'nothing', says: 'nothing', holds: [uploads.mediumId] },
  on: {},
  hears: {},
};
