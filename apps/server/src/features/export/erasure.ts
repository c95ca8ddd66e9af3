import type { Erasure } from '#features/accounts/erasure.ts';
import { forgetExports } from './actions.ts';

/** What goes with an account: its archives. */
export const erasure: Erasure = { name: 'export', erase: forgetExports };
