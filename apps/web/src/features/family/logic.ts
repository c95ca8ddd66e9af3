import type { FamilyRole, Member } from '@heartwood/contract/family';
import type { Coverage } from '@heartwood/contract/billing';
import { words } from './words.ts';
import { dayOf } from '#platform/dates.ts';

/** A family's name inside a sentence: 'the Whitlock family'. */
export function inSentence(family: string): string {
  return family.replace(/^The (?=\S)/, 'the ');
}

/** What may be done to a member, by whom: guardians and owners change roles and remove; nobody touches the owner. */
export function memberVerbs(mine: FamilyRole | undefined, myId: string | undefined, member: Pick<Member, 'user_id' | 'role'>) {
  const self = member.user_id === myId;
  const may = mine !== undefined && mine !== 'relative' && !self && member.role !== 'owner';
  return {
    changeRole: may ? (member.role === 'guardian' ? ('relative' as const) : ('guardian' as const)) : undefined,
    remove: may,
    leave: self && member.role !== 'owner',
  };
}

/** Who pays, in a sentence. */
export function paysLine({ status, covered_by, covered_until }: Coverage, members: number): string {
  const { pays } = words;
  if (!covered_by) return pays.nobody;
  if (status === 'trialing' && covered_until) return pays.trial(dayOf(covered_until));
  return covered_by.mine ? pays.mine(members) : pays.other;
}

/** The first word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
