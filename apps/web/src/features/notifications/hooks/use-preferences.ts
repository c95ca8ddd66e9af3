import type { BodyInput, DataOf } from '@heartwood/contract/endpoint';
import type { notificationsApi } from '@heartwood/contract/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { preferencesAfter } from '../logic.ts';

/** What should reach somebody, how, and when not. */
export type Preferences = DataOf<typeof notificationsApi.preferences>['preferences'];

/** What of it is to be changed. */
export type PreferencesChange = BodyInput<typeof notificationsApi.prefer>;

/** What should reach whoever is signed in. */
export const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => call('GET /api/notification-preferences', { signal }).then(({ preferences }) => preferences),
  throwOnError: false,
});

const choosing = ['notifications', 'prefer'] as const;

/** Changes what should reach somebody; it shows at once. Changes are sent one after the other, so that the last choice stays. */
export function usePrefer() {
  const client = useQueryClient();
  const key = preferencesQuery.queryKey;
  return useMutation({
    mutationKey: choosing,
    scope: { id: 'notification-preferences' },
    mutationFn: (change: PreferencesChange) => call('PUT /api/notification-preferences', { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      if (before) client.setQueryData(key, preferencesAfter(before, change));
      return before;
    },
    onError: (error, _change, before) => {
      client.setQueryData(key, before);
      toastRefusal(error);
    },
    onSettled: () => {
      // What was asked for while a choice was on its way may be older than that choice.
      if (client.isMutating({ mutationKey: choosing }) === 1) void client.invalidateQueries({ queryKey: key });
    },
  });
}
