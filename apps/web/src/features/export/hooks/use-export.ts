import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { toasts } from '#platform/toasts.ts';
import { exportQuery, startExport } from '../api.ts';

/** One's export: how it stands, and starting it. Where the password has to be given first, `asking` says so. */
export function useExport() {
  const queries = useQueryClient();
  const { data: status, isError, refetch } = useQuery(exportQuery());
  const [busy, setBusy] = useState(false);
  const [asking, ask] = useState(false);
  const begin = async () => {
    setBusy(true);
    const answer = await startExport();
    setBusy(false);
    if (answer.success) return queries.setQueryData(exportQuery().queryKey, answer.data);
    if (answer.status_code === 'confirmation_required') ask(true);
    else toasts.add(answer.message, { type: 'error' });
  };
  return {
    status,
    isError,
    retry: () => void refetch(),
    busy,
    start: () => void begin(),
    asking,
    ask,
    /** Whole per cent. */
    percent: Math.floor((status?.progress ?? 0) * 100),
    /** Where the finished archive is. */
    address: addressOf(status?.path),
  };
}
