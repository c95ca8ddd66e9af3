import { currentLanguage, t } from '@heartwood/messages/current';
import { familyIn } from '@heartwood/messages/formats';
import type { PlainKey } from '@heartwood/messages/translate';
import type { FamilyRole, Member } from '@heartwood/contract/family';
import type { Coverage } from '@heartwood/contract/billing';
import { dayOf } from '#platform/dates.ts';

/** A family's name inside a sentence: in English 'the Whitlock family'. */
export const inSentence = (family: string): string => familyIn(currentLanguage.forIntl(), family);

/** What the roles are called. */
export const roleNames = {
  owner: 'family.roles.owner',
  guardian: 'family.roles.guardian',
  relative: 'family.roles.relative',
} as const satisfies Record<FamilyRole, PlainKey>;

/** Whether somebody is in families of others alone. The server starts another one for everybody; it is offered to whoever owns none. */
export const ownsNone = (families: readonly { role: FamilyRole }[]): boolean =>
  families.length > 0 && families.every(({ role }) => role !== 'owner');

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
export function paysLine({ status, provider, covered_by, covered_until }: Coverage, members: number): string {
  if (!covered_by) return t('family.pays.nobody');
  if (status === 'trialing' && covered_until) return t('family.pays.trial', { day: dayOf(covered_until) });
  if (!covered_by.mine) return t('family.pays.other');
  return provider ? t('family.pays.mine', { count: members }) : t('family.pays.given');
}

/** Pages that show nothing of one family: for everybody, of the account, or of all families. */
const ofNoFamily = new RegExp(
  [
    String.raw`^/(home|subscribe|login|register|forgot-password|reset-password|invite|faq)?/?$`,
    String.raw`^/(accept-invite|invitation|unsubscribe|verify-email|gift(/redeem)?|sandbox/.+)/?$`,
    String.raw`^/private(/profile|/notifications)?/?$`,
  ].join('|'),
);

/** Whether the page of a path stays where another family is looked at. @param path without query and fragment */
export const staysInAnyFamily = (path: string): boolean => path === '/dashboard' || ofNoFamily.test(path);

/** The first word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
