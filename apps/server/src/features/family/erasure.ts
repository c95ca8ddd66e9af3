import type { Erasure } from '#features/accounts/erasure.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { endMembership } from './actions.ts';
import type { WhenMemberLeaves } from './actions.ts';
import { heirOf } from './rules.ts';
import * as store from './store.ts';

/** What else happens, in the same transaction, when somebody leaves for good. Given by the app, for features above. */
export interface LeavingPorts {
  whenMemberLeaves: WhenMemberLeaves;
  /** Before the rows of a family with nobody left are deleted: what they point to in the storage. */
  whenFamilyEnds: (platform: Platform, tx: Tx, familyId: string) => Promise<void>;
}

/** Before an account is deleted: its user leaves every family. */
export const familyErasure = (ports: LeavingPorts): Erasure => ({
  name: 'family',
  erase: (platform, tx, userId) => leaveFamilies(platform, tx, userId, ports),
});

/**
 * Takes somebody whose account is deleted out of every family. A family of theirs goes to whoever has been in it longest, guardians first;
 * one with nobody left is erased with everything in it.
 */
async function leaveFamilies(platform: Platform, tx: Tx, userId: string, ports: LeavingPorts): Promise<void> {
  const memberships = await store.membershipsOf(tx, userId);
  // Always in the same order: two who leave the same families at once must not wait for each other.
  for (const familyId of memberships.map((membership) => membership.familyId).toSorted())
    await leaveFamily(platform, tx, { familyId, userId }, ports);
  await store.deletePeopleOf(tx, userId);
}

async function leaveFamily(platform: Platform, tx: Tx, left: { familyId: string; userId: string }, ports: LeavingPorts): Promise<void> {
  const { familyId, userId } = left;
  await store.lockFamily(tx, familyId);
  const members = await store.membersOf(tx, familyId);
  const owned = members.some((member) => member.userId === userId && member.role === 'owner');
  await endMembership(platform, tx, left, ports.whenMemberLeaves);
  const heir = heirOf(members, userId);
  if (owned && heir) await store.setRole(tx, familyId, heir.userId, 'owner');
  if (heir) return;
  await ports.whenFamilyEnds(platform, tx, familyId);
  await store.deleteFamily(tx, familyId);
}
