import type { Feature } from '#platform/feature.ts';
import { changeWithMedium, listenersTo, loserOf, mayReadMedium, saidOfMedia } from './actions.ts';
import { eraseMoments, momentsChapter } from './erasure.ts';
import { momentsJobs } from './jobs.ts';
import { momentsRoutes } from './routes.ts';
import { momentMedia, momentPeople, moments } from './tables.ts';

/** Meaningful moments: what people have reached. */
export const momentsFeature: Feature = {
  name: 'moments',
  tables: [moments, momentPeople, momentMedia],
  routes: momentsRoutes,
  jobs: momentsJobs,
  erase: {
    account: eraseMoments,
    family: 'cascade',
    columns: { 'moments.deleted_by': 'is emptied: who may bring the moment back is told by the moment itself' },
  },
  export: { chapters: [momentsChapter], without: {} },
  media: { shows: mayReadMedium, says: saidOfMedia, holds: [momentMedia.mediumId] },
  on: { 'media.ready': changeWithMedium, 'media.failed': changeWithMedium },
  hears: {
    'moment.kept': listenersTo,
    'moment.changed': listenersTo,
    'moment.shared': listenersTo,
    'moment.hidden': loserOf,
    'moment.deleted': listenersTo,
    'moment.restored': listenersTo,
  },
};
