import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Settles once everything that is being asked for now has come. It may have been answered before a change that the server has made since, so
 * what shows such a change waits for it, or is made again.
 * @param queryKey what the keys of the questions begin with
 */
export async function olderAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const asked = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(asked.map((query) => query.promise ?? Promise.resolve()));
}
