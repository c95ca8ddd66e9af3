import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** How many lines somebody has not read, in all of their families. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => call('GET /api/notifications', { query: { limit: 1 }, signal }).then(({ unread_count }) => unread_count),
  throwOnError: false,
});

/** How many lines are not read; 0 as long as nobody knows. */
export const useUnread = (): number => useQuery(unreadQuery).data ?? 0;
