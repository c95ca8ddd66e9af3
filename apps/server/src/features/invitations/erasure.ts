import { userById } from '#features/accounts/actions.ts';
import { roleOf } from '#features/family/actions.ts';
import { isGuardian } from '#features/family/rules.ts';
import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

/** When an account is deleted: what its user has sent, and the invitations that brought them in, each with its spoken message. */
export async function eraseInvitations(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await store.familiesWithTraces(tx, userId)) {
    const errand = actForFamily(familyId, 'invitations of a deleted account are forgotten');
    await removeMedia(platform, tx, errand, await store.removeTraces(tx, errand, userId));
  }
}

/** When a membership ends: ends what the user has sent, and what others have sent to them, or they would come back in by it. */
export async function endInvitations(platform: Platform, tx: Tx, left: { familyId: string; userId: string }): Promise<void> {
  await store.revokeOfMember(tx, left, platform.clock.now());
  await endInvitationsTo(platform, tx, left);
}

/** Ends what members have sent to a user's address, and to that of the invitation they came in by: they have joined, or left. */
export async function endInvitationsTo(platform: Platform, tx: Tx, member: { familyId: string; userId: string }): Promise<void> {
  const user = await userById(tx, member.userId);
  await store.revokeTo(tx, member, user?.email ?? null, platform.clock.now());
}

/** Ends the invitations to be a guardian that a user has sent who is none any more. */
export async function endGuardianInvitations(platform: Platform, tx: Tx, member: { familyId: string; userId: string }): Promise<void> {
  const role = await roleOf(tx, member.familyId, member.userId);
  if (role && !isGuardian(role)) await store.revokeOfMember(tx, { ...member, role: 'guardian' }, platform.clock.now());
}
