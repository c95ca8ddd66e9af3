import type { DataOf } from '@heartwood/contract/endpoint';
import type { Notification, notificationsApi } from '@heartwood/contract/notifications';
import { infiniteQueryOptions, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { unreadQuery } from './use-unread.ts';

type Lines = InfiniteData<DataOf<typeof notificationsApi.list>>;

/** What somebody is told of, the latest first, page by page. Addresses of photos end within the hour, so they are asked for anew. */
export const linesQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'lines'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/notifications', { query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
  refetchInterval: addressesLast,
  throwOnError: false,
});

/** The same with some of it read. @param id of one line; left out, all */
function withRead(data: Lines | undefined, id: string | undefined): Lines | undefined {
  if (!data) return undefined;
  const read = (line: Notification) => (id === undefined || line.id === id ? { ...line, is_read: true } : line);
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(read) })) };
}

/** Marks a line as read, or all of them; it shows at once. That a line which somebody follows could not be marked, nobody needs to be told. */
export function useRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line?: Notification) => call('POST /api/notifications/read', { body: line ? { ids: line.ids } : {} }),
    onMutate: async (line) => {
      await client.cancelQueries({ queryKey: ['notifications'] });
      client.setQueryData(linesQuery.queryKey, (data: Lines | undefined) => withRead(data, line?.id));
      client.setQueryData(unreadQuery.queryKey, (count) => (line ? Math.max(0, (count ?? 0) - (line.is_read ? 0 : 1)) : 0));
    },
    onSuccess: ({ unread_count }) => client.setQueryData(unreadQuery.queryKey, unread_count),
    onError: (error, line) => {
      if (!line) toastRefusal(error);
      void client.invalidateQueries({ queryKey: ['notifications'] });
    },
  });
}
