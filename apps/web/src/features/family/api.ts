import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

const minutes = 60_000;

/** The families one is in, with one's role in each. */
export const familiesQuery = () =>
  queryOptions({
    queryKey: ['family', 'families'],
    queryFn: ({ signal }) => call('GET /api/families', { signal }).then(({ families }) => families),
    staleTime: 5 * minutes,
  });

/** The members of a family. */
export const membersQuery = (familyId: string) =>
  queryOptions({
    queryKey: ['family', 'members', familyId],
    queryFn: ({ signal }) => call('GET /api/families/:id/members', { params: { id: familyId }, signal }).then(({ members }) => members),
    staleTime: 5 * minutes,
  });

/** As what one was invited into a family, and by whom. */
export const cameAsQuery = (familyId: string) =>
  queryOptions({
    queryKey: ['family', 'came', familyId],
    queryFn: ({ signal }) =>
      call('GET /api/invitations/accepted', { query: { family_id: familyId }, signal }).then(({ invitations }) => invitations),
    staleTime: 60 * minutes,
  });

/** The family one is in now, with one's role; undefined until it is known. */
export function useCurrentFamily() {
  const { data } = useQuery(familiesQuery());
  return data?.find(({ current }) => current) ?? data?.[0];
}

/** Whether one may change what the family knows of its people; undefined until it is known. */
export function useIsGuardian(): boolean | undefined {
  const family = useCurrentFamily();
  return family && family.role !== 'relative';
}

/** The members of the family one is in now. */
export function useMembers() {
  const family = useCurrentFamily();
  return useQuery({ ...membersQuery(family?.id ?? ''), enabled: family !== undefined });
}
