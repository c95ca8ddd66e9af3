import type { Media } from '@heartwood/contract/media';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { isSettled, lookAgainAfter } from './logic.ts';

/** A medium as it is by now: one that is being prepared is looked at until it is ready or has failed. */
export function useSettled(given: Media): Media {
  const { data } = useQuery({
    queryKey: ['media', given.id],
    queryFn: () => call('GET /api/media/:id', { params: { id: given.id } }).then(({ media }) => media),
    enabled: !isSettled(given),
    refetchInterval: ({ state: { data: seen, dataUpdateCount } }) => (seen && isSettled(seen) ? false : lookAgainAfter(dataUpdateCount)),
    throwOnError: false,
  });
  return isSettled(given) ? given : (data ?? given);
}
