import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import type { invitationsApi } from '@heartwood/contract/invitations';
import { queryOptions } from '@tanstack/react-query';
import { welcomeUser, type Answered } from '#features/accounts/api.ts';
import { attempt, call } from '#platform/http.ts';
import { session } from '#platform/session.ts';

/** Who invites, to which family, with which words. Answers with the refusal where the link is not good. */
export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'preview', token],
    queryFn: () => openLink(token),
    staleTime: 5 * 60_000,
    enabled: token !== '',
  });

/** Invitations one sees, open and past. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('GET /api/invitations', { signal }).then(({ invitations }) => invitations),
});

/** The newest posts, to show what waits inside. */
export const latestQuery = queryOptions({
  queryKey: ['invitations', 'latest'],
  queryFn: ({ signal }) => call('GET /api/posts', { query: { limit: 12 }, signal }).then(({ items }) => items),
});

/** Looks at what a link leads to. */
export const openLink = (token: string) => attempt(call('POST /api/validate-invite', { body: { token } }), failures.invalidInvitation);

/** Accepts with a new account, and signs it in: keeps token and profile, then the user. */
export function acceptInvitation(body: BodyInput<typeof invitationsApi.accept>): Promise<Answered<null>> {
  return attempt(
    call('POST /api/accept-invite', { body }).then(({ token, profile }) => {
      session.begin({ token, profile });
      return welcomeUser();
    }),
    failures.acceptInvitation,
  );
}

/** Accepts with the account one is signed in with. */
export function joinFamily(token: string) {
  return attempt(
    call('POST /api/invitations/accept', { body: { token } }).then(async ({ family }) => {
      await welcomeUser();
      return family;
    }),
    failures.invalidInvitation,
  );
}

/** Invites somebody by e-mail. The same key sends one invitation, however often it is tried. */
export const sendInvitation = (body: BodyInput<typeof invitationsApi.send>, idempotencyKey: string) =>
  attempt(call('POST /api/send-account-invitation', { body, idempotencyKey }), failures.invitation);

/** Sends an invitation again; the old link is void. */
export const resendInvitation = (id: string) => attempt(call('POST /api/invitations/:id/resend', { params: { id } }), failures.invitation);

/** Takes an invitation back. */
export const revokeInvitation = (id: string) => attempt(call('DELETE /api/invitations/:id', { params: { id } }), failures.generic);
