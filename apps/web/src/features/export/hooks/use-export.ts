import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { hasNotCome } from '#platform/not-loaded.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { exportQuery, useStartExport } from '../api.ts';

/** The button that started it has gone: the focus must not be lost with it, nor with the dialog that asked for the password and still closes. */
const focusHeading = () =>
  focusLater(() => {
    const at = document.activeElement;
    return at === document.body || at?.closest('[role="dialog"][data-closed]') ? document.querySelector<HTMLElement>('#export h2') : null;
  });

/** One's export: how it stands, and starting it. Where the password has to be given first, `asking` says so. */
export function useExport() {
  const asked = useQuery(exportQuery());
  const { data: status, refetch } = asked;
  const [asking, ask] = useState(false);
  const begin = useStartExport(() => ask(true));
  return {
    status,
    isMissing: hasNotCome(asked),
    retry: refetch,
    busy: begin.isPending,
    start: () => begin.mutate(undefined, { onSuccess: focusHeading }),
    asking,
    ask,
    /** Whole per cent. */
    percent: Math.floor((status?.progress ?? 0) * 100),
    /** Where the finished archive is. */
    address: addressOf(status?.path),
  };
}
