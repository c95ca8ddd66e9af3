import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';

const key = ['treasures'] as const;

/** The categories of treasures with their shelves. Addresses of covers end within the hour, so they are asked anew. */
export const treasuresQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/treasures', { signal }).then(({ categories }) => categories),
    refetchInterval: addressesLast,
  });

/** What is kept has changed somewhere: covers and counts are asked anew. */
export const treasuresKey = key;

/** A shelf with its category, by the shelf's id; undefined until it is known, or where there is none. */
export function useShelf(id: string | null | undefined): { category: Category; shelf: Subcategory } | undefined {
  const { data } = useQuery({ ...treasuresQuery(), enabled: Boolean(id), throwOnError: false });
  for (const category of data ?? []) {
    const shelf = category.subcategories.find((one) => one.id === id);
    if (shelf) return { category, shelf };
  }
  return undefined;
}
