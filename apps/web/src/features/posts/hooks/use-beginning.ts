import { useQuery } from '@tanstack/react-query';
import { useIsGuardian } from '#features/family/api.ts';
import { invitationsQuery } from '#features/invitations/api.ts';
import { useNames } from '#features/people/api.ts';
import { useSession } from '#platform/session.ts';
import { stepsLeft } from '../logic.ts';

/** What of a family's beginning is still to be done by whoever looks after it; nothing until it is known. */
export function useBeginning(): ReturnType<typeof stepsLeft> {
  const isGuardian = useIsGuardian();
  const { user } = useSession();
  const { people, isLoading } = useNames();
  const { data, isPending } = useQuery({ ...invitationsQuery, throwOnError: false });
  if (isGuardian === false || isLoading) return { child: false, invite: false };
  const left = stepsLeft(people, data ?? [], user?.id);
  return { ...left, invite: left.invite && !isPending };
}
