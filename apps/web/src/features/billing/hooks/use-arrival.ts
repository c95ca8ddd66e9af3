import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

/** Milliseconds: until the server is asked again, and after which it is asked no more by itself. */
const asking = { every: 2_000, longest: 60_000 };

/** Where a payment stands that somebody comes back from. */
export type Arrival = 'asking' | 'arrived' | 'late' | 'failed';

/**
 * Asks the server again and again whether a payment has arrived: that somebody comes back from the page for it proves nothing.
 * @param query what is asked
 * @param hasArrived whether an answer says so
 */
export function useArrival<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  hasArrived: (data: Data) => boolean,
) {
  const [since] = useState(Date.now);
  const asked = useQuery({
    ...query,
    throwOnError: false,
    refetchInterval: ({ state }) =>
      (state.data !== undefined && hasArrived(state.data)) || Date.now() - since > asking.longest ? false : asking.every,
  });
  const arrived = asked.data !== undefined && hasArrived(asked.data);
  const isLate = asked.dataUpdatedAt - since > asking.longest;
  // While it is asked for again, too: a query without data forgets its error then.
  const hasFailed = asked.errorUpdatedAt > asked.dataUpdatedAt;
  const arrival: Arrival = arrived ? 'arrived' : hasFailed ? 'failed' : isLate ? 'late' : 'asking';
  return { arrival, data: asked.data, busy: asked.isFetching, ask: () => void asked.refetch() };
}
