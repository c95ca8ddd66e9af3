import type { FailureCode } from '@heartwood/contract/failures';
import type { PlainKey } from './translate.ts';

/** What is said for each code of a failure. */
export const failureMessages = {
  getProfile: 'failures.getProfile',
  updateProfile: 'failures.updateProfile',
  unexpectedResponse: 'failures.unexpectedResponse',
  storeChild: 'failures.storeChild',
  updateChild: 'failures.updateChild',
  fetchChild: 'failures.fetchChild',
  noChildren: 'failures.noChildren',
  fetchChildren: 'failures.fetchChildren',
  login: 'failures.login',
  registration: 'failures.registration',
  logout: 'failures.logout',
  generic: 'failures.generic',
  invalidToken: 'failures.invalidToken',
  deletion: 'failures.deletion',
  invalidInvitation: 'failures.invalidInvitation',
  acceptInvitation: 'failures.acceptInvitation',
  tryAgain: 'failures.tryAgain',
  invitation: 'failures.invitation',
} as const satisfies Record<FailureCode, PlainKey>;
