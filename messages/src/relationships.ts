import { relationshipKinds } from '@heartwood/contract/relationships';
import type { RelationshipSlug } from '@heartwood/contract/relationships';
import type { MessageKey, PlainKey, Translate } from './translate.ts';
import type { MessageParams } from './messages.gen.ts';

const names: Readonly<Record<RelationshipSlug, PlainKey>> = {
  child: 'people.relations.child',
  son: 'people.relations.son',
  daughter: 'people.relations.daughter',
  stepchild: 'people.relations.stepchild',
  grandchild: 'people.relations.grandchild',
  partner: 'people.relations.partner',
  mother: 'people.relations.mother',
  father: 'people.relations.father',
  parent: 'people.relations.parent',
  'step-parent': 'people.relations.stepParent',
  grandmother: 'people.relations.grandmother',
  grandfather: 'people.relations.grandfather',
  grandparent: 'people.relations.grandparent',
  sister: 'people.relations.sister',
  brother: 'people.relations.brother',
  sibling: 'people.relations.sibling',
  aunt: 'people.relations.aunt',
  uncle: 'people.relations.uncle',
  niece: 'people.relations.niece',
  nephew: 'people.relations.nephew',
  cousin: 'people.relations.cousin',
  godparent: 'people.relations.godparent',
  godchild: 'people.relations.godchild',
  'parent-in-law': 'people.relations.parentInLaw',
  'sibling-in-law': 'people.relations.siblingInLaw',
  'child-in-law': 'people.relations.childInLaw',
  friend: 'people.relations.friend',
  other: 'people.relations.other',
};

/** What a kind of relationship is called: 'Grandmother'. @returns undefined for a number that is none, such as 0 for who has not said it yet */
export function relationshipMessage(id: number): PlainKey | undefined {
  const kind = relationshipKinds.find((one) => one.id === id);
  return kind && names[kind.slug];
}

/** A gender as far as it is known. */
export type Gender = 'female' | 'male' | 'other' | '' | null | undefined;

/** Who a sentence about a relation is for: who has the relation, who is invited as it, or somebody else in the family. */
export type Seen =
  | { by: 'you'; name: string }
  /** `other`: who invites. */
  | { by: 'invited'; other: string }
  /** `other`: whose relation it is. */
  | { by: 'somebody'; name: string; other: string };

type RelatedKey = {
  [Key in MessageKey]: MessageParams[Key] extends { name: unknown; other: unknown; seen: string } ? Key : never;
}[MessageKey];

const sentences = {
  child: 'people.related.child',
  son: 'people.related.son',
  daughter: 'people.related.daughter',
  stepchild: 'people.related.stepchild',
  grandchild: 'people.related.grandchild',
  partner: 'people.related.partner',
  mother: 'people.related.mother',
  father: 'people.related.father',
  parent: 'people.related.parent',
  'step-parent': 'people.related.stepParent',
  grandmother: 'people.related.grandmother',
  grandfather: 'people.related.grandfather',
  grandparent: 'people.related.grandparent',
  sister: 'people.related.sister',
  brother: 'people.related.brother',
  sibling: 'people.related.sibling',
  aunt: 'people.related.aunt',
  uncle: 'people.related.uncle',
  niece: 'people.related.niece',
  nephew: 'people.related.nephew',
  cousin: 'people.related.cousin',
  godparent: 'people.related.godparent',
  godchild: 'people.related.godchild',
  'parent-in-law': 'people.related.parentInLaw',
  'sibling-in-law': 'people.related.siblingInLaw',
  'child-in-law': 'people.related.childInLaw',
  friend: 'people.related.friend',
} as const satisfies Readonly<Record<Exclude<RelationshipSlug, 'other'>, RelatedKey>>;

/**
 * How somebody is related, as a sentence: 'Ida is your daughter'.
 * @param relation the kind, the gender of who is it where that is known, and what the kind 'other' is called in the family's own words
 * @returns '' while nobody has said which relation it is
 */
export function relatedIn(t: Translate, relation: { relationship_id: number; relationship: string; gender?: Gender }, seen: Seen): string {
  const kind = relationshipKinds.find(({ id }) => id === relation.relationship_id);
  if (!kind) return '';
  const who = { name: '', other: '', ...seen, seen: seen.by, gender: relation.gender || 'other' };
  return kind.slug === 'other' ? t('people.related.other', { ...who, relation: relation.relationship }) : t(sentences[kind.slug], who);
}
