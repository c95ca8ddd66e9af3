import type { ExportStatus } from '@heartwood/contract/export';
import { failures } from '@heartwood/contract/failures';
import { queryOptions } from '@tanstack/react-query';
import { attempt, call } from '#platform/http.ts';

/** Whether an export is on its way. */
export const isUnderWay = ({ state }: Pick<ExportStatus, 'state'>): boolean => state === 'queued' || state === 'running';

/** How one's export stands; looked at often while it is on its way, and now and then after, because its address ends within the hour. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['export'],
    queryFn: ({ signal }) => call('GET /api/export', { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 2_000 : 15 * 60_000),
    refetchOnWindowFocus: true,
    staleTime: 0,
    throwOnError: false,
  });

/** Starts an export; `confirmation_required` where the password was not given lately. */
export const startExport = () => attempt(call('POST /api/export'), failures.tryAgain);
