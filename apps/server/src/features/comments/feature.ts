import type { Feature } from '#platform/feature.ts';
import { listenersTo } from '#features/posts/actions.ts';
import { saidOfMedia } from './queries.ts';
import { changeWithMedium, mayReadMedium } from './actions.ts';
import { eraseComments } from './erasure.ts';
import { commentsJobs } from './jobs.ts';
import { commentsRoutes } from './routes.ts';
import { comments } from './tables.ts';

/** What is said about posts. */
export const commentsFeature: Feature = {
  name: 'comments',
  tables: [comments],
  routes: commentsRoutes,
  jobs: commentsJobs,
  erase: {
    account: eraseComments,
    family: 'cascade',
    columns: { 'comments.deleted_by': 'is emptied: who else may bring the comment back is told by its author' },
  },
  export: { chapters: [], without: { comments: 'they are in the chapter of posts, each with the post it is about' } },
  media: { shows: mayReadMedium, says: ({ db }, scope, mediumIds) => saidOfMedia(db, scope, mediumIds), holds: [comments.mediumId] },
  on: { 'media.ready': changeWithMedium, 'media.failed': changeWithMedium },
  hears: {
    'comment.made': listenersTo,
    'comment.changed': listenersTo,
    'comment.deleted': listenersTo,
    'comment.restored': listenersTo,
  },
};
