import type { FamilyRole, FamilySummary, Member } from '@heartwood/contract/family';
import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { leavingFamily } from '../api.ts';
import { firstName } from '../logic.ts';

/**
 * What may be changed about a member; each says what became of it.
 * @param onAnswer is called once the removal was answered, also where it was refused
 * @returns `changeRole` gives another role; `remove` takes the member out of the family, oneself too
 */
export function useMemberChange(family: FamilySummary, member: Member, onAnswer: () => void) {
  const client = useQueryClient();
  const leaves = useSession().user?.id === member.user_id;
  const name = firstName(member.name);
  const params = { id: family.id, user_id: member.user_id };
  // Who is a member, and with which role, decides what everything answers.
  const refresh = () => client.invalidateQueries();
  const changeRole = useMutation({
    mutationFn: (role: Exclude<FamilyRole, 'owner'>) => call('PATCH /api/families/:id/members/:user_id', { params, body: { role } }),
    onSuccess: async (_, role) => {
      await refresh();
      toasts.add(t('family.roleChanged', { name, role }));
    },
    onError: async (error) => {
      await refresh();
      toastRefusal(error);
    },
  });
  const remove = useMutation({
    ...(leaves ? { mutationKey: [...leavingFamily, family.id] } : {}),
    mutationFn: () => call('DELETE /api/families/:id/members/:user_id', { params }),
    onSuccess: async () => {
      await refresh();
      onAnswer();
      toasts.add(leaves ? t('family.left') : t('family.removed', { name }), { icon: 'none' });
      if (leaves) navigation.inApp('/private');
    },
    onError: async (error) => {
      await refresh();
      onAnswer();
      toastRefusal(error);
    },
  });
  return { changeRole, remove };
}
