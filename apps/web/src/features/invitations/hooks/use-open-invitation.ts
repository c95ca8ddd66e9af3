import type { Invitation } from '@heartwood/contract/invitations';
import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { invitationsQuery } from '../api.ts';

/** What may be done with an invitation that is on its way: `resend` sends it again, and the old link is void; `revoke` takes it back. Each says so. */
export function useOpenInvitation({ id, email }: Pick<Invitation, 'id' | 'email'>) {
  const client = useQueryClient();
  const params = { id };
  const refresh = () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const onError = async (error: unknown) => {
    await refresh();
    toastRefusal(error);
  };
  const resend = useMutation({
    mutationFn: () => call('POST /api/invitations/:id/resend', { params }),
    onSuccess: async () => {
      await refresh();
      toasts.add(t('invitations.open.sent', { email }));
    },
    onError,
  });
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/invitations/:id', { params }),
    onSuccess: async () => {
      await refresh();
      toasts.add(t('invitations.open.taken', { email }), { icon: 'none' });
    },
    onError,
  });
  return { resend, revoke };
}
