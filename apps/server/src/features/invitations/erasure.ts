import type { Erasure } from '#features/accounts/erasure.ts';
import * as store from './store.ts';

/** Before an account is deleted: what its user has sent, and the invitations that brought them in. */
export const erasure: Erasure = {
  name: 'invitations',
  erase: async (_platform, tx, userId) => store.deleteInvitationsOf(tx, userId),
};
