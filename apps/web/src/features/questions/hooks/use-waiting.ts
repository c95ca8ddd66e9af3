import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** Open questions for which somebody still has to answer, the latest first; `isPending` until they are known. */
export function useWaiting() {
  const { data, isPending } = useQuery({
    queryKey: ['questions', 'open'],
    queryFn: ({ signal }) => call('GET /api/questions', { query: { state: 'open', limit: 20 }, signal }).then(({ items }) => items),
    select: (items) => items.filter((one) => one.answered_count < one.recipient_count),
    throwOnError: false,
  });
  return { waiting: data ?? [], isPending };
}
