import type { FamilyRole } from '@heartwood/contract/family';
import { heirOf } from '@heartwood/contract/heir';
import type { PlainKey } from '@heartwood/messages/translate';
import { rememberTrial } from '#features/accounts/erasure.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { endMembership, publish, tellOwner } from './actions.ts';
import type { CoverFor } from './emails.ts';
import { presentMembers } from './present.ts';
import { lockMembers } from './scope.ts';
import * as store from './store.ts';
import { members } from './tables.ts';

/** Remembers that an address has had its trial, before the account has another address or none. */
export async function keepTrial(platform: Platform, tx: Tx, userId: string): Promise<void> {
  if ((await store.countStarted(tx, userId)) > 0) await rememberTrial(platform, tx, userId);
}

/**
 * Takes a user whose account is deleted out of every family. A family of theirs goes to the member who has been in it longest, guardians first, who
 * is told; one without members is erased with everything in it.
 */
export async function leaveFamilies(platform: Platform, tx: Tx, userId: string, coverFor: CoverFor): Promise<void> {
  await keepTrial(platform, tx, userId);
  const memberships = await store.membershipsOf(tx, userId);
  // Always in the same order: two who leave the same families at once must not wait for each other.
  for (const familyId of memberships.map((membership) => membership.familyId).toSorted())
    await leaveFamily(platform, tx, { familyId, userId }, coverFor);
  for (const { familyId, id } of await store.deletePeopleOf(tx, userId))
    await publish(platform, tx, { familyId, userId: null }, { type: 'person.removed', ids: { heartwood_id: id } });
}

async function leaveFamily(platform: Platform, tx: Tx, left: { familyId: string; userId: string }, coverFor: CoverFor): Promise<void> {
  const { familyId, userId } = left;
  await store.lockFamily(tx, familyId);
  const members = await store.membersOf(tx, familyId);
  const owned = members.some((member) => member.userId === userId && member.role === 'owner');
  await endMembership(platform, tx, left, userId);
  const heir = heirOf(members, userId);
  if (owned && heir) {
    await store.setRole(tx, familyId, heir.userId, 'owner');
    await publish(platform, tx, { familyId, userId: null }, { type: 'role.changed', ids: { user_id: heir.userId } });
    await tellOwner(platform, tx, { familyId, ownerId: heir.userId, giverId: null }, coverFor);
  }
  if (heir) return;
  await platform.features.eraseFamily(platform, tx, familyId);
  await store.deleteFamily(tx, familyId);
}

/**
 * The families a user is in, by id and name. Until the transaction ends no member of them, or of those that the user has left and
 * that remember them, changes anything, leaves or has another role, and people may still join. See [Note: When a membership is judged].
 */
export async function familiesIn(tx: Tx, userId: string): Promise<{ id: string; name: string }[]> {
  await lockMembers(tx, await store.familiesWithPersonOf(tx, userId));
  return (await store.membershipsOf(tx, userId)).map(({ familyId, family }) => ({ id: familyId, name: family.name }));
}

/** Whether a family has been erased. */
export const isErased = async (tx: Tx, familyId: string): Promise<boolean> => (await store.familyById(tx, familyId)) === undefined;

const roles = {
  owner: 'family.roles.owner',
  guardian: 'family.roles.guardian',
  relative: 'family.roles.relative',
} as const satisfies Record<FamilyRole, PlainKey>;

/** The family's members, with what one may know of them. */
export const membersChapter: Chapter = {
  of: 'family',
  name: 'members',
  title: 'export.archive.chapters.members',
  tables: [members],
  async *entries(platform, scope, { t }) {
    for (const { image, ...member } of await presentMembers(platform, scope)) {
      const { user_id, name, relationship, joined_at, email, phone } = member;
      const role = t(roles[member.role]);
      yield {
        data: member,
        row: {
          'export.archive.columns.id': user_id,
          'export.archive.columns.name': name,
          'export.archive.columns.role': role,
          'export.archive.columns.relationship': relationship,
          'export.archive.columns.joined': joined_at,
          'export.archive.columns.email': email,
          'export.archive.columns.phone': phone,
        },
        heading: name,
        day: joined_at.slice(0, 10),
        text: '',
        lines: [role, relationship, email, phone].filter((line): line is string => Boolean(line)),
        media: [],
        pictures: image ? [platform.storage.keyIn(image.path)] : [],
      };
    }
  },
};
