import type { Chapter } from '#platform/feature.ts';
import { categoryName, shelfName } from './rules.ts';
import * as store from './store.ts';
import { subcategories } from './tables.ts';

/** The shelves that a family has made, also those without a post; what stands on one is in the chapter of posts. */
export const treasuresChapter: Chapter = {
  of: 'family',
  name: 'treasures',
  title: 'export.archive.chapters.treasures',
  tables: [subcategories],
  async *entries({ db }, scope, { t }) {
    const categories = new Map((await store.allCategories(db)).map((category) => [category.id, category]));
    for (const shelf of await store.knownSubcategories(db, scope)) {
      const category = categories.get(shelf.categoryId);
      if (shelf.familyId === null || !category) continue;
      const [name, kept] = [shelfName(t, shelf), categoryName(t, category)];
      yield {
        data: { id: shelf.id, name, category: category.slug, created_at: shelf.createdAt?.toISOString() ?? null },
        row: {
          'export.archive.columns.id': shelf.id,
          'export.archive.columns.name': name,
          'export.archive.columns.category': kept,
        },
        heading: name,
        day: null,
        text: '',
        lines: [kept],
        media: [],
        pictures: [],
      };
    }
  },
};
