import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, attempt } from '#platform/http.ts';
import { failures } from '@heartwood/contract/failures';
import { confirmPassword, type Answered, welcomeUser } from '#features/accounts/api.ts';

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

/** Changes what a member may do. */
export const changeRole = (familyId: string, userId: string, role: 'guardian' | 'relative') =>
  attempt(
    call('PATCH /api/families/:id/members/:user_id', { params: { id: familyId, user_id: userId }, body: { role } }),
    failures.generic,
  );

/** Removes a member, or leaves. */
export const removeMember = (familyId: string, userId: string) =>
  attempt(call('DELETE /api/families/:id/members/:user_id', { params: { id: familyId, user_id: userId } }), failures.generic);

/** Gives the family another name. */
export const renameFamily = (familyId: string, name: string) =>
  attempt(call('PATCH /api/families/:id', { params: { id: familyId }, body: { name } }), failures.generic);

/** Hands the family over. The password proves once more who does it. */
export async function handOverFamily(familyId: string, userId: string, password: string): Promise<Answered<unknown>> {
  const confirmed = await confirmPassword(password);
  if (!confirmed.success) return confirmed;
  return attempt(call('POST /api/families/:id/owner', { params: { id: familyId }, body: { user_id: userId } }), failures.generic);
}

/** Asks again for what is shown: who is a member, and with which role, decides what everything answers. */
export function useRefreshFamily(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}

/** Makes a family the current one. */
export const chooseFamily = (id: string) =>
  attempt(call('POST /api/families/:id/current', { params: { id } }).then(welcomeUser), failures.generic);

/** Starts a family; it becomes the current one. The same key starts one, however often it is tried. */
export const startFamily = (name: string, idempotencyKey: string) =>
  attempt(call('POST /api/families', { body: { name }, idempotencyKey }).then(welcomeUser), failures.generic);
