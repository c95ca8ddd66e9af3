import type { BodyInput, DataOf } from '@heartwood/contract/endpoint';
import type { notificationsApi } from '@heartwood/contract/notifications';
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { preferencesAfter } from '../logic.ts';

/** What should reach somebody, how, and when not. */
export type Preferences = DataOf<typeof notificationsApi.preferences>['preferences'];

/** What of it is to be changed. */
export type PreferencesChange = BodyInput<typeof notificationsApi.prefer>;

/** What the server has kept of what should reach whoever is signed in. */
const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => call('GET /api/notification-preferences', { signal }).then(({ preferences }) => preferences),
  throwOnError: false,
});

const choosing = ['notifications', 'prefer'] as const;

/**
 * What should reach whoever is signed in. A choice shows at once, and while it is on its way: what the server answers
 * meanwhile, for whatever reason it was asked, may be older than the choice.
 */
export function useNotificationPreferences() {
  const { data, isError, refetch } = useQuery(preferencesQuery);
  const onTheirWay = useMutationState({
    filters: { mutationKey: choosing, status: 'pending' },
    select: ({ state }) => state.variables as PreferencesChange,
  });
  return { preferences: data && onTheirWay.reduce(preferencesAfter, data), isError, refetch };
}

/** Changes what should reach somebody. Changes are sent one after the other, so that the last choice stays. */
export function usePrefer() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationKey: choosing,
    scope: { id: 'notification-preferences' },
    mutationFn: (change: PreferencesChange) => call('PUT /api/notification-preferences', { body: change }),
    onSuccess: async ({ preferences }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, preferences);
    },
    onError: (error) => {
      toastRefusal(error);
      // It may have been kept all the same, where the answer was lost.
      void client.invalidateQueries({ queryKey });
    },
  });
}
