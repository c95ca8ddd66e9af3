import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#platform/db/columns.ts';

/** What treasures are sorted into; the same for every family. */
export const categories = pgTable('treasure_categories', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull(),
  position: smallint('position').notNull(),
});

/** Shelves of a category. One without a family ships with Heartwood, belongs to everybody and is named by its slug. */
export const subcategories = pgTable('treasure_subcategories', {
  id: uuid('id').primaryKey(),
  categoryId: uuid('category_id').notNull(),
  familyId: uuid('family_id'),
  slug: text('slug').notNull(),
  name: text('name'),
  position: smallint('position').notNull(),
  makerId: uuid('maker_id'),
  createdAt: timestamp('created_at'),
});

/** A category. */
export type CategoryRow = typeof categories.$inferSelect;
/** A subcategory. */
export type SubcategoryRow = typeof subcategories.$inferSelect;

/** How many posts of a subcategory a user may see, or of a category outside all subcategories, and the photo of the newest. */
export interface Kept {
  category_id: string;
  subcategory_id: string | null;
  count: number;
  cover: string | null;
  /** When the post of the cover was shared, with an offset. */
  cover_at: string | null;
}
