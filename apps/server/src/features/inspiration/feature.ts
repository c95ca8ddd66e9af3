import type { Feature } from '#platform/feature.ts';
import { inspirationChapter } from './erasure.ts';
import { inspirationRoutes } from './routes.ts';
import { inspirationMarks, inspirationWeeks } from './tables.ts';

/** Ideas for what a family may tell, ask and do. */
export const inspirationFeature: Feature = {
  name: 'inspiration',
  tables: [inspirationWeeks, inspirationMarks],
  routes: inspirationRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: {
    chapters: [inspirationChapter],
    without: { inspiration_weeks: 'which ideas a family was shown in a week is content of Heartwood, and nobody’s words' },
  },
  media: 'none',
  on: {},
  hears: {},
};
