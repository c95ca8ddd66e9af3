import type { Feature } from '#platform/feature.ts';
import { mayReadMedium } from './actions.ts';
import { postsChapter } from './erasure.ts';
import { postsRoutes } from './routes.ts';
import { comments, hearts, postAudience, postMedia, postPeople, posts } from './tables.ts';

/** What a family shares. */
export const postsFeature: Feature = {
  name: 'posts',
  tables: [posts, postMedia, postPeople, postAudience, hearts, comments],
  routes: postsRoutes,
  jobs: 'none',
  erase: {
    account: 'cascade',
    family: 'cascade',
    columns: {
      'posts.deleted_by': 'is emptied: who else may bring the post back is told by its author',
      'comments.deleted_by': 'is emptied: who else may bring the comment back is told by its author',
    },
  },
  export: {
    chapters: [postsChapter],
    tables: [posts, postMedia, postPeople, hearts, comments],
    without: { post_audience: 'the audience of a post is exported with it, without the names of others who are named' },
  },
  media: { shows: mayReadMedium, holds: [postMedia.mediumId, comments.mediumId] },
  on: {},
  hears: {},
};
