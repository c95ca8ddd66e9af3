import type { InvitationPreview } from '@heartwood/contract/invitations';
import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { welcomeUser } from '#features/accounts/api.ts';
import { choosingFamily } from '#features/family/api.ts';
import { inSentence, staysInAnyFamily } from '#features/family/logic.ts';
import { call } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { cardOf } from '../logic.ts';

/** A link that is used up is not looked at again. */
const isNoLink = ({ queryKey }: Query): boolean => queryKey[1] !== 'preview';

/** Accepts an invitation with the account one is signed in with, and opens the inviter's message. @param preview what the link leads to */
export function useJoinFamily(token: string, preview: InvitationPreview) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const page = useOwnPage();
  return useMutation({
    mutationKey: choosingFamily,
    mutationFn: async () => {
      const { family } = await call('POST /api/invitations/accept', { body: { token } });
      await welcomeUser();
      return family;
    },
    onSuccess: async ({ name }) => {
      toasts.add(t('invitations.invitation.joined', { family: inSentence(name) }));
      client.removeQueries({ type: 'inactive', predicate: isNoLink });
      const reset = () => void client.resetQueries({ predicate: isNoLink });
      // Whoever has left this page for one of the former family: [Note: A family that is chosen elsewhere]. Not waited for: where something is not
      // saved they may stay there, and then it resolves when they go.
      if (!page.isShown() && !staysInAnyFamily(window.location.pathname)) return void navigation.instead('/dashboard').then(reset);
      reset();
      if (page.isShown()) await navigate({ to: '/invitation/sharedMessage', state: { card: cardOf(preview) } });
    },
    onError: toastRefusal,
  });
}
