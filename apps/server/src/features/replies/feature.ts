import type { Feature } from '#platform/feature.ts';
import { eraseMails } from './erasure.ts';
import { repliesJobs } from './jobs.ts';
import { repliesRoutes } from './routes.ts';
import { inboundMails } from './tables.ts';

/** Answers and comments that come by mail. */
export const repliesFeature: Feature = {
  name: 'replies',
  tables: [inboundMails],
  // Registered as a plugin of its own: it takes bodies of every kind.
  routes: async (app) => void (await app.register(repliesRoutes)),
  jobs: repliesJobs,
  erase: { account: eraseMails, family: 'cascade', columns: {} },
  export: { chapters: [], without: { inbound_mails: 'what they say is in the chapter of posts' } },
  media: 'none',
  on: {},
  hears: {},
};
