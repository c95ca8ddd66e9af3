import { minute } from '@heartwood/contract/limits';
import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import type { invitationsApi } from '@heartwood/contract/invitations';
import { queryOptions } from '@tanstack/react-query';
import { welcomeUser, type Answered } from '#features/accounts/api.ts';
import { attempt, call, callFully, settled } from '#platform/http.ts';
import { session } from '#platform/session.ts';

/** Who invites, to which family, with which words. What was seen once stays, also when it cannot be looked at again. @throws CallError */
export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'preview', token],
    queryFn: () => openLink(token).then(settled),
    staleTime: 5 * minute,
    enabled: token !== '',
    throwOnError: false,
    // Without a network it fails, so that the page can say so; it is asked for again by itself once there is one.
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** Invitations one sees, open and past. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('GET /api/invitations', { signal }).then(({ invitations }) => invitations),
});

/** Invitations one can take back, in every family one is in, covered or not. */
export const revocableQuery = queryOptions({
  queryKey: ['invitations', 'revocable'],
  queryFn: ({ signal }) => call('GET /api/invitations/open', { signal }).then(({ invitations }) => invitations),
});

/** The newest posts, to show what waits inside. */
export const latestQuery = queryOptions({
  queryKey: ['invitations', 'latest'],
  queryFn: ({ signal }) => call('GET /api/posts', { query: { limit: 12 }, signal }).then(({ items }) => items),
});

/** Looks at what a link leads to. */
export const openLink = (token: string) => attempt(call('POST /api/validate-invite', { body: { token } }), failures.invalidInvitation);

/** Accepts with a new account, and signs it in: keeps token and profile, then the user. @returns what the server says of it */
export function acceptInvitation(body: BodyInput<typeof invitationsApi.accept>): Promise<Answered<string | undefined>> {
  return attempt(
    callFully('POST /api/accept-invite', { body }).then(async ({ data: { token, profile }, message }) => {
      session.begin({ token, profile });
      await welcomeUser();
      return message;
    }),
    failures.acceptInvitation,
  );
}

/** Invites somebody by e-mail to the family that `body` names. The same key sends one invitation, however often it is tried. */
export const sendInvitation = (body: BodyInput<typeof invitationsApi.send>, idempotencyKey: string) =>
  attempt(call('POST /api/send-account-invitation', { body, idempotencyKey }), failures.invitation);
