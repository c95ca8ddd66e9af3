import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Does something again each time when an answer has come that is being asked for now: it may have been given before a change that the server
 * has made since, and would show things as they were.
 * @param queryKey what the keys of the questions begin with
 * @param again makes no difference where the answer is not older
 */
export function afterOlderAnswers(client: QueryClient, queryKey: QueryKey, again: () => void): void {
  for (const { promise } of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    void promise?.then(again, () => undefined);
}

/**
 * From now on, what becomes stale while it is asked for the first time is asked for once more after that answer, which may be older. Of what has been
 * answered before, TanStack Query calls off such a question by itself. It tells once that something is stale: of what had failed before, nothing is heard.
 */
export function askAfterFirstAnswers(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    const { queryKey, state, promise } = event.query;
    if (state.data !== undefined || state.fetchStatus !== 'fetching') return;
    void promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  });
}
