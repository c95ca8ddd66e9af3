import type { DataOf } from '@heartwood/contract/endpoint';
import type { Notification, notificationsApi } from '@heartwood/contract/notifications';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { addressesLast } from '#platform/addresses.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { unreadQuery, useUnread } from './use-unread.ts';

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
function withRead(data: Lines, id: string | undefined): Lines {
  const read = (line: Notification) => (id === undefined || line.id === id ? { ...line, is_read: true } : line);
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(read) })) };
}

const reading = ['notifications', 'read'] as const;

/**
 * What somebody is told of, and how much of it is not read. What is marked as read shows so at once, and while that is on its way:
 * what the server answers meanwhile may be older.
 */
export function useLines() {
  const list = useInfiniteQuery(linesQuery);
  const unread = useUnread();
  const onTheirWay = useMutationState({
    filters: { mutationKey: reading, status: 'pending' },
    select: ({ state }) => (state.variables as Notification | undefined)?.id,
  });
  return { list, lines: list.data && onTheirWay.reduce(withRead, list.data), unread: onTheirWay.includes(undefined) ? 0 : unread };
}

/** Marks a line as read, or all of them. That a line which somebody follows could not be marked, nobody needs to be told. */
export function useRead() {
  const client = useQueryClient();
  const queries = [linesQuery, unreadQuery];
  return useMutation({
    mutationKey: reading,
    mutationFn: (line?: Notification) => call('POST /api/notifications/read', { body: line ? { ids: line.ids } : {} }),
    onSuccess: async ({ unread_count }, line) => {
      const calledOff = queries.filter(({ queryKey }) => client.isFetching({ queryKey }) > 0);
      await Promise.all(queries.map(({ queryKey }) => client.cancelQueries({ queryKey })));
      client.setQueryData(linesQuery.queryKey, (data: Lines | undefined) => data && withRead(data, line?.id));
      client.setQueryData(unreadQuery.queryKey, unread_count);
      // What was called off may have had a line that is new.
      for (const { queryKey } of calledOff) void client.invalidateQueries({ queryKey });
    },
    onError: (error, line) => {
      if (!line) toastRefusal(error);
      for (const { queryKey } of queries) void client.invalidateQueries({ queryKey });
    },
  });
}
