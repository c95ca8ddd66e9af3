import { minute } from '@heartwood/contract/limits';
import type { ExportStatus } from '@heartwood/contract/export';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, refusalFrom } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';

/** Whether an export is on its way. */
export const isUnderWay = ({ state }: Pick<ExportStatus, 'state'>): boolean => state === 'queued' || state === 'running';

/**
 * How one's export stands. It is looked at often while it is on its way: how far it is, is no fact, and whose family is not covered hears none. Now
 * and then after, because its address ends within the hour.
 */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['export'],
    queryFn: ({ signal }) => call('GET /api/export', { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 2_000 : 15 * minute),
    refetchOnWindowFocus: true,
    staleTime: 0,
    throwOnError: false,
  });

/** Starts an export. @param onConfirm is called where the password has to be given first */
export function useStartExport(onConfirm: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/export'),
    onSuccess: async (status) => {
      const { queryKey } = exportQuery();
      // It is asked for every few seconds: what was asked before is older.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, status);
    },
    onError: (error) => (refusalFrom(error).status_code === 'confirmation_required' ? onConfirm() : toastRefusal(error)),
  });
}
