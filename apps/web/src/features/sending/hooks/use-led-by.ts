import { useEffect } from 'react';
import type { useDraft } from './use-draft.ts';

/** What is written comes from an idea, where the page was opened for one. @param idea its slug */
export function useLedBy(
  { draft, ready, change }: Pick<ReturnType<typeof useDraft>, 'draft' | 'ready' | 'change'>,
  idea: string | undefined,
): void {
  useEffect(() => {
    if (ready && idea && draft.idea !== idea) change({ idea });
  }, [ready, idea, draft.idea, change]);
}
