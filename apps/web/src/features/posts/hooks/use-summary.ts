import type { DataOf, QueryInput } from '@heartwood/contract/endpoint';
import type { postsApi } from '@heartwood/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** A shelf or a category in short. */
export type Summary = DataOf<typeof postsApi.summary>;

/** Who told what is on a shelf or in a category, and how much there is to look at and to hear; `isPending` until it is known, or cannot be. */
export function useSummary(place: NonNullable<QueryInput<typeof postsApi.summary>>, enabled: boolean) {
  const { data, isPending } = useQuery({
    queryKey: ['posts', 'summary', place],
    queryFn: ({ signal }) => call('GET /api/posts/summary', { query: place, signal }),
    enabled,
    throwOnError: false,
  });
  return { summary: data, isPending: enabled && isPending };
}
