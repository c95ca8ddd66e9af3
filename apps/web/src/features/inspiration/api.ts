import { minute } from '@heartwood/contract/limits';
import type { DataOf } from '@heartwood/contract/endpoint';
import type { inspirationApi, Inspiration } from '@heartwood/contract/inspiration';
import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';
import { queryOf, type Filter } from './logic.ts';

const all = ['inspiration'] as const;
/** The key of every list of ideas. */
export const lists = [...all, 'list'] as const;
/** Ideas that are loaded at once: three rows where there is room, more than a phone shows, and the idea of the week, which is not among them. */
const first = 10;
/** Ideas that come with each press for more. */
const further = 24;
/** The idea of the week, and the Monday on which it begins. */
export type OfWeek = DataOf<typeof inspirationApi.weekly>;

/** Ideas, those of the season first, narrowed as the chips say, page by page. */
export const ideasQuery = (filter: Filter | undefined) =>
  infiniteQueryOptions({
    queryKey: [...lists, filter ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/inspiration', {
        query: { ...queryOf(filter), ...(pageParam ? { limit: further, cursor: pageParam } : { limit: first }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 5 * minute,
  });

/** The idea of this week. */
export const weeklyQuery = () =>
  queryOptions({
    queryKey: [...all, 'weekly'],
    queryFn: ({ signal }) => call('GET /api/inspiration/weekly', { signal }),
    staleTime: 5 * minute,
  });

/** One idea. */
export const ideaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...all, 'one', slug],
    queryFn: ({ signal }) => call('GET /api/inspiration/:slug', { params: { slug }, signal }).then(({ inspiration }) => inspiration),
    staleTime: 5 * minute,
  });

const kindOf = {
  'family-recipe': 'recipe',
  'record-video': 'video',
  'ask-family': 'answer',
  'share-birthday': 'birthday',
} as const;

/** Asks again for what is shown of ideas. */
export function useAskAgain(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: all, type: 'active' });
}

/** The latest posts that such an idea has led to, as far as one may see them; none where any post may be one. */
export const ledToQuery = (action: Inspiration['action']) => {
  const kind = action in kindOf ? kindOf[action as keyof typeof kindOf] : undefined;
  return queryOptions({
    queryKey: [...all, 'led-to', kind],
    queryFn: ({ signal }) => call('GET /api/posts', { query: { kind, limit: 3 }, signal }).then(({ items }) => items),
    enabled: kind !== undefined,
    staleTime: minute,
    refetchInterval: addressesLast,
  });
};

/** Something was made of an idea, so it is done: what is shown of it is asked for anew. */
export const refreshIdeas = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });
