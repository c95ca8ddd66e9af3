import type { Media } from '@heartwood/contract/media';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { isSettled } from './logic.ts';

/** A medium as it is by now; one that is being prepared is asked for again when it is ready or has failed (`app/live.ts`). */
export function useSettled(given: Media): Media {
  const { data } = useQuery({
    queryKey: ['media', given.id],
    queryFn: () => call('GET /api/media/:id', { params: { id: given.id } }).then(({ media }) => media),
    enabled: !isSettled(given),
    throwOnError: false,
  });
  return isSettled(given) ? given : (data ?? given);
}
