import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { exportQuery, useStartExport } from '../api.ts';

/** One's export: how it stands, and starting it. Where the password has to be given first, `asking` says so. */
export function useExport() {
  const { data: status, isError, refetch } = useQuery(exportQuery());
  const [asking, ask] = useState(false);
  const begin = useStartExport(() => ask(true));
  return {
    status,
    isError,
    retry: () => void refetch(),
    busy: begin.isPending,
    start: () => begin.mutate(),
    asking,
    ask,
    /** Whole per cent. */
    percent: Math.floor((status?.progress ?? 0) * 100),
    /** Where the finished archive is. */
    address: addressOf(status?.path),
  };
}
