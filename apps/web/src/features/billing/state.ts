import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { listenAgain } from '#platform/live.ts';

/**
 * After what covers has changed: whatever has been asked before is asked anew, who is signed in at once, and what happens in the family is
 * listened to again.
 */
export async function hearOfCoverage(queries: QueryClient): Promise<void> {
  queries.removeQueries({ type: 'inactive' });
  listenAgain();
  await Promise.allSettled([queries.fetchQuery({ ...meQuery, staleTime: 0 }), queries.invalidateQueries()]);
}
