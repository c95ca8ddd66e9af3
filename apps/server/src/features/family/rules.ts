import { otherRelationship } from '@heartwood/contract/relationships';
import { relationshipMessage } from '@heartwood/messages/relationships';
import type { Translate } from '@heartwood/messages/translate';
import type { FamilyRole } from '@heartwood/contract/family';
import { limits } from '@heartwood/contract/limits';
import { slug } from '@heartwood/contract/slug';
import { rules } from '@heartwood/contract/validation';
import type { LimitRule } from '#platform/http/limits.ts';

/** Whether a role may change the family's people, moments and other members' roles. */
export const isGuardian = (role: FamilyRole): boolean => role === 'owner' || role === 'guardian';

const ranks: Record<FamilyRole, number> = { relative: 0, guardian: 1, owner: 2 };

/** Whether a role may do all that another one may. */
export const includesRole = (role: FamilyRole, other: FamilyRole): boolean => ranks[role] >= ranks[other];

/** What a family is called until it is given another name; one that is too long is the last name alone. @param t the translator of who starts it */
export function defaultFamilyName(t: Translate, lastname: string): string {
  const name = t('family.families.suggestion', { lastname });
  return rules.max(name, limits.name) ? name : lastname;
}

/**
 * The first free slug of a name in a family.
 * @param taken slugs of the family's other people
 * @param id used where the name has no letter or digit that an address can show
 * @example uniqueSlug('Emma', new Set(['emma']), '…') // 'emma-2'
 */
export function uniqueSlug(name: string, taken: ReadonlySet<string>, id: string): string {
  const base = slug(name).replaceAll(/^-+|-+$/g, '') || id;
  if (!taken.has(base)) return base;
  for (let n = 2; ; n += 1) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`;
}

/** How many families a user can start in a day. */
export const startLimit: LimitRule = { name: 'start-family', points: 10, seconds: 86_400 };

/** A relationship in words; empty while it is not known. @param t the translator of the reader */
export function relationshipLabel(t: Translate, relationshipId: number, ownWords: string | null): string {
  if (relationshipId === otherRelationship && ownWords) return ownWords;
  const name = relationshipMessage(relationshipId);
  return name ? t(name) : '';
}

/** How a person is related, as it is stored: words of one's own belong to the kind 'other' alone. */
export const relationOf = (relationshipId: number, ownWords: string | null | undefined) => ({
  relationshipId,
  relationshipLabel: relationshipId === otherRelationship ? (ownWords ?? null) : null,
});

/** Whether a member may end a membership: guardians every one, others their own. */
export const mayRemoveMember = (scope: { role: FamilyRole; userId: string }, userId: string): boolean =>
  isGuardian(scope.role) || scope.userId === userId;

/** A full name in two parts: the last word is the family name, where there is more than one. */
export function splitName(name: string): { firstname: string; lastname: string } {
  const words = name.trim().split(/\s+/);
  const lastname = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstname: words.join(' '), lastname };
}
