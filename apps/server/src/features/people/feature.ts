import { everybody } from '#platform/feature.ts';
import type { Feature } from '#platform/feature.ts';
import { forgetFamilyPictures, peopleChapter } from './erasure.ts';
import { peopleJobs } from './jobs.ts';
import { peopleRoutes } from './routes.ts';

/** The people a family remembers. Their tables belong to the family, because joining one makes a person. */
export const peopleFeature: Feature = {
  name: 'people',
  tables: [],
  routes: peopleRoutes,
  jobs: peopleJobs,
  erase: { account: 'cascade', family: forgetFamilyPictures, columns: {} },
  export: { chapters: [peopleChapter], without: {} },
  media: 'none',
  on: {},
  hears: { 'person.added': everybody, 'person.changed': everybody, 'person.removed': everybody },
};
