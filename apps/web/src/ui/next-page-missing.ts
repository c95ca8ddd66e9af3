import { useState } from 'react';

/**
 * Whether it is the next page of a list that could not be loaded, and not the list. TanStack Query no longer says which of them failed once
 * anything of the list is asked for again: so this looks when an error is new.
 */
export function useIsNextPageMissing({ error, isFetchNextPageError }: { error: unknown; isFetchNextPageError: boolean }): boolean {
  const [last, setLast] = useState({ error, isOfPage: isFetchNextPageError });
  if (last.error !== error) setLast({ error, isOfPage: isFetchNextPageError });
  return last.isOfPage;
}
