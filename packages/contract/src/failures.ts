import type { Route } from './routes.ts';

/** Codes of what the app says when the server gives no message, by what was tried. The words are messages. */
export const failures = {
  getProfile: 'getProfile',
  updateProfile: 'updateProfile',
  unexpectedResponse: 'unexpectedResponse',
  storeChild: 'storeChild',
  updateChild: 'updateChild',
  fetchChild: 'fetchChild',
  noChildren: 'noChildren',
  fetchChildren: 'fetchChildren',
  login: 'login',
  registration: 'registration',
  logout: 'logout',
  generic: 'generic',
  invalidToken: 'invalidToken',
  deletion: 'deletion',
  invalidInvitation: 'invalidInvitation',
  acceptInvitation: 'acceptInvitation',
  tryAgain: 'tryAgain',
  invitation: 'invitation',
} as const;

/** One of the codes of {@link failures}. */
export type FailureCode = keyof typeof failures;

const byRoute: { readonly [R in Route]?: FailureCode } = {
  'POST /api/register': failures.registration,
  'POST /api/register-mobile': failures.registration,
  'POST /api/login': failures.login,
  'POST /api/logout': failures.logout,
  'GET /api/user': failures.getProfile,
  'DELETE /api/delete_account': failures.deletion,
  'POST /api/verify-email': failures.invalidToken,
  'POST /api/send-account-invitation': failures.invitation,
  'POST /api/invitations/:id/resend': failures.invitation,
  'POST /api/validate-invite': failures.invalidInvitation,
  'POST /api/accept-invite': failures.acceptInvitation,
  'POST /api/invitations/accept': failures.invalidInvitation,
  'POST /api/forgot-password': failures.generic,
  'POST /api/reset-password': failures.invalidToken,
  'POST /api/update-password': failures.generic,
  'GET /api/family-relationships/children': failures.fetchChildren,
  'POST /api/family-relationships': failures.storeChild,
  'POST /api/family-relationships/update': failures.updateChild,
  'GET /api/family-relationships/show/:id': failures.fetchChild,
  'GET /api/profile': failures.getProfile,
  'POST /api/profile/update': failures.updateProfile,
};

/** What the app says when the server gives no message for a call. */
export const failureOf = (route: Route): FailureCode => byRoute[route] ?? failures.tryAgain;
