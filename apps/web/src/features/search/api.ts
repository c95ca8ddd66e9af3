import { minute } from '@heartwood/contract/limits';
import type { DataOf, QueryInput } from '@heartwood/contract/endpoint';
import type { searchApi } from '@heartwood/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';

/** What a search finds. */
export type Found = DataOf<typeof searchApi.search>;

/** What is found. */
export const searchQuery = (asked: Omit<QueryInput<typeof searchApi.search>, 'family_id'>) =>
  queryOptions({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call('GET /api/search', { query: asked, signal }),
    enabled: asked.q !== '',
    staleTime: minute,
    refetchInterval: addressesLast,
  });
