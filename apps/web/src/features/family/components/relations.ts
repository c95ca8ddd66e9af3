import { relationshipKinds } from '@heartwood/contract/relationships';
import type { RelationshipSlug } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import { relatedIn, relationshipMessage } from '@heartwood/messages/relationships';
import type { Gender } from '@heartwood/messages/relationships';
import type { PlainKey } from '@heartwood/messages/translate';
import { firstName } from '../logic.ts';

/** A relation as the server tells it: the kind, what it is called, and the gender of who it is, where that is known. */
interface Relation {
  relationship_id: number;
  relationship: string;
  gender?: Gender;
}

const slugOf = (id: number): RelationshipSlug | undefined => relationshipKinds.find((kind) => kind.id === id)?.slug;

/** Kinds whose name follows the gender. */
const inLaws = {
  'parent-in-law': 'people.inLaws.parent',
  'sibling-in-law': 'people.inLaws.sibling',
  'child-in-law': 'people.inLaws.child',
} as const;
const isInLaw = (slug: RelationshipSlug | undefined): slug is keyof typeof inLaws => slug !== undefined && slug in inLaws;

/** What a kind of relationship is called where one chooses it: 'Daughter'; '' for one there is not. */
export function relationName(id: number, gender?: Gender): string {
  const slug = slugOf(id);
  if (isInLaw(slug)) return t(inLaws[slug], { gender: gender || 'other' });
  const name = relationshipMessage(id);
  return name ? t(name) : '';
}

/** Kinds in the groups in which one looks for them. */
const groups: readonly { name: PlainKey; kinds: readonly RelationshipSlug[] }[] = [
  { name: 'people.relationGroups.partner', kinds: ['partner', 'parent-in-law', 'sibling-in-law', 'child-in-law'] },
  { name: 'people.relationGroups.parents', kinds: ['mother', 'father', 'parent', 'step-parent'] },
  { name: 'people.relationGroups.grandparents', kinds: ['grandmother', 'grandfather', 'grandparent'] },
  { name: 'people.relationGroups.siblings', kinds: ['sister', 'brother', 'sibling'] },
  { name: 'people.relationGroups.wider', kinds: ['aunt', 'uncle', 'cousin', 'niece', 'nephew'] },
  { name: 'people.relationGroups.children', kinds: ['daughter', 'son', 'child', 'stepchild', 'grandchild', 'godchild'] },
  { name: 'people.relationGroups.friends', kinds: ['friend', 'godparent', 'other'] },
];

/** Kinds that only a man or only a woman is. */
const gendered: Readonly<Partial<Record<RelationshipSlug, 'female' | 'male'>>> = {
  daughter: 'female',
  son: 'male',
  mother: 'female',
  father: 'male',
  grandmother: 'female',
  grandfather: 'male',
  sister: 'female',
  brother: 'male',
  aunt: 'female',
  uncle: 'male',
  niece: 'female',
  nephew: 'male',
};

/** Whether somebody of a gender can be of a kind; where nobody has said the gender, the kind says it. */
export function isFitting(kindId: number, gender: Gender): boolean {
  const slug = slugOf(kindId);
  const one = slug && gendered[slug];
  return !one || (gender !== 'female' && gender !== 'male') || one === gender;
}

/**
 * The kinds of relationship as one chooses them, in groups.
 * @param gender of the person, where somebody has said it: only what fits is asked
 * @param chosen what is said already, which always stands there
 * @param without kinds that are asked elsewhere
 */
export function relationOptions({ gender, chosen, without = [] }: { gender?: Gender; chosen?: string; without?: readonly string[] } = {}): {
  value: string;
  label: string;
  group: string;
}[] {
  return groups.flatMap(({ name, kinds }) =>
    kinds
      .map((slug) => relationshipKinds.find((kind) => kind.slug === slug)!.id)
      .filter((id) => !without.includes(String(id)) && (String(id) === chosen || isFitting(id, gender)))
      .map((id) => ({ value: String(id), label: relationName(id, gender), group: t(name) })),
  );
}

/** Kinds by the gender of who is of them; none where a gender that nobody has said leaves it open. */
type ByGender = Partial<Record<'female' | 'male' | 'other', RelationshipSlug>>;
const children: ByGender = { female: 'daughter', male: 'son', other: 'child' };
const parents: ByGender = { female: 'mother', male: 'father', other: 'parent' };
const siblings: ByGender = { female: 'sister', male: 'brother', other: 'sibling' };
const nieces: ByGender = { female: 'niece', male: 'nephew' };
const aunts: ByGender = { female: 'aunt', male: 'uncle' };
const whoever = (slug: RelationshipSlug): ByGender => ({ female: slug, male: slug, other: slug });

/** What somebody is to their own mother, aunt and so on. Of a grandparent nothing follows: mostly it is the children's (decision 074). */
const answers: Partial<Record<RelationshipSlug, ByGender>> = {
  mother: children,
  father: children,
  parent: children,
  'step-parent': whoever('stepchild'),
  daughter: parents,
  son: parents,
  child: parents,
  stepchild: whoever('step-parent'),
  grandchild: { female: 'grandmother', male: 'grandfather', other: 'grandparent' },
  sister: siblings,
  brother: siblings,
  sibling: siblings,
  aunt: nieces,
  uncle: nieces,
  niece: aunts,
  nephew: aunts,
  cousin: whoever('cousin'),
  partner: whoever('partner'),
  'parent-in-law': whoever('child-in-law'),
  'child-in-law': whoever('parent-in-law'),
  'sibling-in-law': whoever('sibling-in-law'),
  godparent: whoever('godchild'),
  godchild: whoever('godparent'),
  friend: whoever('friend'),
};

/**
 * What somebody is to one whom they have invited as a kind: their mother's daughter. It is offered, and never said without being asked.
 * @param gender of who has invited
 * @returns the kind; undefined where nothing follows
 */
export function answerTo(kindId: number, gender: Gender): number | undefined {
  const invited = slugOf(kindId);
  const slug = invited && answers[invited]?.[gender || 'other'];
  return relationshipKinds.find((kind) => kind.slug === slug)?.id;
}

/** How somebody is related to who looks: 'Ida is your daughter'; '' while they have not said. */
export const relationTo = ({ name, ...relation }: Relation & { name: string }): string =>
  relatedIn(t, relation, { by: 'you', name: firstName(name) });

const grandparents = ['grandmother', 'grandfather', 'grandparent'] as const;

/** Which grandparent a kind is; undefined for every other kind. */
export const grandparentKind = (id: number): (typeof grandparents)[number] | undefined => grandparents.find((one) => one === slugOf(id));

/**
 * The same where nobody is choosing it. Guardians mostly said a grandparent from the children's side: it is 'Grandmother' to them, nobody's.
 * @param isGuardian whether who looks is a guardian; undefined until it is known
 */
export const relationSaid = (person: Relation & { name: string }, isGuardian: boolean | undefined): string =>
  isGuardian !== false && grandparentKind(person.relationship_id) ? relationName(person.relationship_id) : relationTo(person);

/** How somebody is related to another: 'Ida is Sam’s daughter'; a grandparent is nobody's, as above. @param other whose relation it is */
export const relationOfTwo = ({ name, ...relation }: Relation & { name: string }, other: string): string =>
  grandparentKind(relation.relationship_id)
    ? relationName(relation.relationship_id)
    : relatedIn(t, relation, { by: 'somebody', name: firstName(name), other: firstName(other) });

/** As what somebody is invited: 'You’ll join as Nora’s grandmother.' @param inviter who invites */
export const invitedAs = (relation: Relation, inviter: string): string =>
  relatedIn(t, relation, { by: 'invited', other: firstName(inviter) });
