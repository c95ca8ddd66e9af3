import type { Feature } from '#platform/feature.ts';
import { listenersTo, loserOf, prepareWithMedium } from './actions.ts';
import { erasePosts, postsChapter } from './erasure.ts';
import { postsJobs } from './jobs.ts';
import { isMediumShown, saidOfMedia } from './queries.ts';
import { postsRoutes } from './routes.ts';
import type { PostPorts } from './routes.ts';
import { hearts, postAudience, postMedia, postPeople, posts } from './tables.ts';

/** What a family shares. */
export const postsFeature = (ports: PostPorts): Feature => ({
  name: 'posts',
  tables: [posts, postMedia, postPeople, postAudience, hearts],
  routes: (app) => postsRoutes(app, ports),
  jobs: postsJobs,
  erase: {
    account: erasePosts,
    family: 'cascade',
    columns: {
      'posts.deleted_by': 'is emptied: who else may bring the post back is told by its author',
      'posts.recipe': 'keeps whom it comes from: the name is shown, the id of somebody who is gone is not',
    },
  },
  export: {
    chapters: [postsChapter(ports.commentsOf)],
    without: { post_audience: 'the audience of a post is exported with it, without the names of others who are named' },
  },
  media: {
    shows: ({ db }, scope, mediumId) => isMediumShown(db, scope, mediumId),
    says: ({ db }, scope, mediumIds) => saidOfMedia(db, scope, mediumIds),
    holds: [postMedia.mediumId],
  },
  on: { 'media.ready': prepareWithMedium, 'media.failed': prepareWithMedium },
  hears: {
    'post.shared': listenersTo,
    'post.changed': listenersTo,
    'post.prepared': listenersTo,
    'post.hidden': loserOf,
    'post.deleted': listenersTo,
    'post.restored': listenersTo,
    'heart.given': listenersTo,
    'heart.taken': listenersTo,
    'treasure.kept': listenersTo,
    'question.answered': listenersTo,
  },
});
