import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

/** When an account is deleted: what its user has sent, and the invitations that brought them in. */
export const eraseInvitations = (_platform: Platform, tx: Tx, userId: string): Promise<void> => store.deleteInvitationsOf(tx, userId);
