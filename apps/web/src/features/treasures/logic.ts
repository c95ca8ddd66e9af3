import type { Category } from '@heartwood/contract/treasures';

/** How much is kept in all categories together. */
export const totalKept = (categories: readonly Pick<Category, 'post_count'>[]): number =>
  categories.reduce((sum, { post_count }) => sum + post_count, 0);

/** How much of a category stands on no shelf, because the shelf has been removed. */
export const looseIn = ({ post_count, subcategories }: Pick<Category, 'post_count' | 'subcategories'>): number =>
  post_count - subcategories.reduce((sum, one) => sum + one.post_count, 0);
