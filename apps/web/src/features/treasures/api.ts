import { treasuresApi, type Category, type Subcategory } from '@heartwood/contract/treasures';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, refusalFrom } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { words } from './words.ts';

const key = ['treasures'] as const;

/** The categories of treasures with their shelves. Addresses of covers end within the hour, so they are asked anew. */
export const treasuresQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => call(treasuresApi.list, { signal }).then(({ categories }) => categories),
    refetchInterval: 20 * 60_000,
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

/** Adds a shelf, renames one (with `id`), removes one. @throws CallError, for the form */
export function useShelfChange() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: key });
  const save = useMutation({
    mutationFn: ({ id, categoryId, name, once }: { id?: string; categoryId: string; name: string; once: string }) =>
      id
        ? call(treasuresApi.renameSubcategory, { params: { id }, body: { name } })
        : call(treasuresApi.addSubcategory, { body: { category_id: categoryId, name }, idempotencyKey: once }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(treasuresApi.removeSubcategory, { params: { id } }),
    onSuccess: () => void toasts.add(words.removed),
    onError: (error) => void toasts.add(refusalFrom(error, words.tryAgain).message, { type: 'error' }),
    onSettled,
  });
  return { save, remove };
}
