import { minute } from '@heartwood/contract/limits';
import type { FamilySummary } from '@heartwood/contract/family';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { welcomeUser } from '#features/accounts/api.ts';
import { call } from '#platform/http.ts';
import { session } from '#platform/session.ts';

/** Marks what changes here which family is looked at: this window shows by itself what follows. */
export const choosingFamily = ['family', 'choosing'] as const;

/** Begins the key of what somebody leaves a family with; the family's id ends it: nothing has to be said to them of it. */
export const leavingFamily = ['family', 'leaving'] as const;

/** Asks who is signed in, where another family is looked at than this page knows of: it was chosen elsewhere. */
function compare(families: FamilySummary[]): void {
  const now = families.find(({ current }) => current)?.id;
  if (now === session.family()) session.confirmFamily();
  else if (session.get().user) void welcomeUser();
}

/** The families one is in, with one's role in each. */
export const familiesQuery = () =>
  queryOptions({
    queryKey: ['family', 'families'],
    queryFn: ({ signal }) =>
      call('GET /api/families', { signal }).then(({ families }) => {
        compare(families);
        return families;
      }),
    staleTime: 5 * minute,
  });

/** The members of a family. */
export const membersQuery = (familyId: string) =>
  queryOptions({
    queryKey: ['family', 'members', familyId],
    queryFn: ({ signal }) => call('GET /api/families/:id/members', { params: { id: familyId }, signal }).then(({ members }) => members),
    staleTime: 5 * minute,
  });

/** As what one was invited into a family, and by whom. */
export const cameAsQuery = (familyId: string) =>
  queryOptions({
    queryKey: ['family', 'came', familyId],
    queryFn: ({ signal }) =>
      call('GET /api/invitations/accepted', { query: { family_id: familyId }, signal }).then(({ invitations }) => invitations),
    staleTime: 60 * minute,
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
