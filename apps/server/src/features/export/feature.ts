import type { Feature } from '#platform/feature.ts';
import { listenersTo, takeBackExports, takeBackUnlessGuardian } from './actions.ts';
import { eraseExports, takeBackErased } from './erasure.ts';
import { exportJobs } from './jobs.ts';
import { exportRoutes } from './routes.ts';
import { exportHolds, exports } from './tables.ts';

/** Archives of everything that a user may see. */
export const exportFeature: Feature = {
  name: 'export',
  tables: [exports, exportHolds],
  routes: exportRoutes,
  jobs: exportJobs,
  erase: {
    account: eraseExports,
    family: 'cascade',
    columns: {
      'export_holds.family_id': 'an hourly job takes back archives of families that their user is not in',
      'export_holds.post_ids': 'the same job takes back archives with posts that their user may not see',
    },
  },
  export: {
    chapters: [],
    without: { exports: 'an archive does not contain archives', export_holds: 'an archive does not contain archives' },
  },
  media: 'none',
  on: {
    'member.left': (platform, tx, { fact }) => takeBackExports(platform, tx, [fact.ids.user_id]),
    'role.changed': takeBackUnlessGuardian,
    'author.erased': takeBackErased,
  },
  hears: { 'export.ready': listenersTo, 'export.failed': listenersTo },
};
