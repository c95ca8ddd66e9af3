import { useQuery } from '@tanstack/react-query';
import { familiesQuery, useCurrentFamily, useMembers } from '#features/family/api.ts';
import { hasNotCome } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';

/** The others in the family, whom one can ask; undefined until they are known. `isMissing` where they could not be loaded; `retry` asks again. */
export function useOthers() {
  const { user } = useSession();
  const families = useQuery(familiesQuery());
  const family = useCurrentFamily();
  const members = useMembers();
  const last = family ? members : families;
  return {
    members: members.data,
    others: members.data?.filter(({ user_id }) => user_id !== user?.id),
    // Without a network it is not even asked for.
    isMissing: !members.data && (hasNotCome(last) || last.isPaused || families.data?.length === 0),
    retry: () => last.refetch(),
  };
}
