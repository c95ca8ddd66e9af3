import { relationshipKinds } from '@heartwood/contract/relationships';
import type { RelationshipSlug } from '@heartwood/contract/relationships';
import type { PlainKey } from './translate.ts';

const messages: Readonly<Record<RelationshipSlug, PlainKey>> = {
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
  return kind && messages[kind.slug];
}
