import type { Erasure } from '#features/accounts/erasure.ts';
import { fellowsOf } from '#features/family/actions.ts';
import { forgetExports, takeBackExports } from './actions.ts';

/** What goes with an account: its archives, and those of others in its families, which hold what it has shared and said. */
export const erasure: Erasure = {
  name: 'export',
  async erase(platform, tx, userId) {
    await takeBackExports(platform, tx, await fellowsOf(tx, userId));
    await forgetExports(platform, tx, userId);
  },
};
