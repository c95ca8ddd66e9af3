import { otherRelationship, type relationshipKinds } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';

type Kind = (typeof relationshipKinds)[number]['id'];

const names = {
  1: 'people.relations.child',
  2: 'people.relations.son',
  3: 'people.relations.daughter',
  4: 'people.relations.stepchild',
  5: 'people.relations.grandchild',
  6: 'people.relations.partner',
  7: 'people.relations.mother',
  8: 'people.relations.father',
  9: 'people.relations.parent',
  10: 'people.relations.stepParent',
  11: 'people.relations.grandmother',
  12: 'people.relations.grandfather',
  13: 'people.relations.grandparent',
  14: 'people.relations.sister',
  15: 'people.relations.brother',
  16: 'people.relations.sibling',
  17: 'people.relations.aunt',
  18: 'people.relations.uncle',
  19: 'people.relations.niece',
  20: 'people.relations.nephew',
  21: 'people.relations.cousin',
  22: 'people.relations.godparent',
  23: 'people.relations.godchild',
  24: 'people.relations.parentInLaw',
  25: 'people.relations.siblingInLaw',
  26: 'people.relations.childInLaw',
  27: 'people.relations.friend',
  28: 'people.relations.other',
} satisfies Record<Kind, PlainKey>;

/** What a kind of relationship is called: 'Daughter'; '' for one there is not. */
export function relationName(id: number): string {
  const key: PlainKey | undefined = (names as Record<number, PlainKey>)[id];
  return key ? t(key) : '';
}

/** How somebody is related, in words: the kind's name, or one's own words for it; '' while nobody has said. */
export function relationOf({ relationship_id: id, relationship }: { relationship_id: number; relationship: string }): string {
  return id === otherRelationship ? relationship : relationName(id);
}
