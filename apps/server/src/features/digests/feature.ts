import type { Feature } from '#platform/feature.ts';
import { beginWeekly } from './actions.ts';
import { digestsJobs, takeBackMails, takeBackUnlessGuardian } from './jobs.ts';
import { digestsRoutes } from './routes.ts';
import { digests } from './tables.ts';

/** What people are told of by mail: soon, in a letter a day, or in one a week. */
export const digestsFeature: Feature = {
  name: 'digests',
  tables: [digests],
  routes: digestsRoutes,
  jobs: digestsJobs,
  erase: 'cascade',
  export: { chapters: [], without: { digests: 'which kinds of mails were stopped by a link, so that it can be undone' } },
  media: 'none',
  on: { 'invitation.ended': beginWeekly, 'member.left': takeBackMails, 'role.changed': takeBackUnlessGuardian },
  hears: {},
};
