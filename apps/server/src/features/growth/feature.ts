import type { Feature } from '#platform/feature.ts';
import { growthChapter } from './erasure.ts';
import { growthRoutes } from './routes.ts';
import { mayHearOfGrowth } from './rules.ts';
import { growthEntries, growthSettings } from './tables.ts';

/** How people grow. */
export const growthFeature: Feature = {
  name: 'growth',
  tables: [growthEntries, growthSettings],
  routes: growthRoutes,
  jobs: 'none',
  erase: 'cascade',
  export: {
    chapters: [growthChapter],
    without: { growth_settings: 'the weeks somebody was born early are in the percentiles that are exported' },
  },
  media: 'none',
  on: {},
  hears: {
    'growth.changed': async (_, listeners, { fact }) => listeners.filter((listener) => mayHearOfGrowth(listener, fact.ids.heartwood_id)),
  },
};
