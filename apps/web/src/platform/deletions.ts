import type { QueryClient } from '@tanstack/react-query';

/** What query keys and addresses call a thing: its id, or all of its names. */
export type Names = string | readonly string[];

const mutationKey = ['deletion'] as const;

// [Note: What is being deleted is not asked for] The page of what is deleted stands until the next one is drawn, and everything may ask for it again
// meanwhile: what is heard of it, a return to the window, a network that is back. Its answer would be 404. So no query whose key names it is asked,
// from the moment it is deleted until its page has been left (`enabled` in app/queries.tsx).

/** Whether a query asks for what has these names. */
export const asksFor = (names: Names, queryKey: readonly unknown[]): boolean => {
  const key = JSON.stringify(queryKey);
  return [names].flat().some((name) => key.includes(JSON.stringify(name)));
};

/** What a mutation has that deletes something; it is called with the names of that, and lasts until nothing shows it any more. */
export const deletion = (client: QueryClient) => ({
  mutationKey,
  onMutate: (names: Names) => client.cancelQueries({ predicate: ({ queryKey }) => asksFor(names, queryKey) }),
});

/** Whether what a query asks for is being deleted here. */
export const isBeingDeleted = (client: QueryClient, queryKey: readonly unknown[]): boolean =>
  client.isMutating({ mutationKey, predicate: ({ state }) => asksFor(state.variables as Names, queryKey) }) > 0;

/** Tells of the names of what has been deleted here. */
export function onDeleted(client: QueryClient, forget: (names: Names) => void): void {
  client.getMutationCache().subscribe(({ mutation }) => {
    const { options, state } = mutation ?? {};
    if (state?.status === 'success' && options?.mutationKey?.[0] === mutationKey[0]) forget(state.variables as Names);
  });
}
