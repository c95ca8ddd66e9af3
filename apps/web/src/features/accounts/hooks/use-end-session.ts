import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { sessionsQuery } from '../api.ts';

/**
 * Signs another device out, and says so. `name` is what the device is called.
 * @param onAnswer is called once it was answered, also where what showed it has gone by then
 */
export function useEndSession(onAnswer: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => call('DELETE /api/sessions/:id', { params: { id } }),
    onSuccess: async (_, { name }) => {
      await refresh();
      toasts.add(t('accounts.devices.ended', { name }), { icon: 'none' });
    },
    onError: async (error) => {
      await refresh();
      toastRefusal(error);
    },
    onSettled: onAnswer,
  });
}
