import { deletionsApi } from '@heartwood/contract/deletions';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** Posts that one may bring back, the latest deletion first, page by page. */
export const deletedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['posts', 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      call(deletionsApi.list, { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });
