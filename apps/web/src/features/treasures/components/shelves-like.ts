import type { Category } from '@heartwood/contract/treasures';
import { folded } from '#platform/folded.ts';

/** The shelves with all of some words in their names or in that of their category, without categories that have none. */
export function shelvesLike(categories: readonly Category[], words: string): Category[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return categories.flatMap((category) => {
    const subcategories = category.subcategories.filter(({ name }) =>
      wanted.every((word) => folded(`${name} ${category.name}`).includes(word)),
    );
    return subcategories.length > 0 ? { ...category, subcategories } : [];
  });
}
