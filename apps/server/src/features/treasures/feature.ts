import { everybody } from '#platform/feature.ts';
import type { Feature } from '#platform/feature.ts';
import { treasuresChapter } from './erasure.ts';
import { treasuresRoutes } from './routes.ts';
import type { TreasurePorts } from './routes.ts';
import { categories, subcategories } from './tables.ts';

/** Categories of treasures, and the shelves that families make in them. */
export const treasuresFeature = (ports: TreasurePorts): Feature => ({
  name: 'treasures',
  tables: [categories, subcategories],
  routes: (app) => treasuresRoutes(app, ports),
  jobs: 'none',
  erase: {
    account: 'cascade',
    family: 'cascade',
    columns: { 'treasure_subcategories.maker_id': "is emptied: a shelf is the family's, whoever has made it" },
  },
  export: {
    chapters: [treasuresChapter],
    without: { treasure_categories: 'the same for everybody' },
  },
  media: 'none',
  on: {},
  hears: { 'shelf.changed': everybody },
});
