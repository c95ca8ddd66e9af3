import type { Recipe } from '@heartwood/contract/recipes';

/** Whom a recipe comes from: as the family calls them, or as it was written; '' where nobody knows. */
export const originOf = ({ from }: Recipe, names: ReadonlyMap<string, string>): string =>
  names.get(from?.heartwood_id ?? '') ?? from?.name ?? '';
