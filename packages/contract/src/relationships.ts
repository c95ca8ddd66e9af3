/** Relationship kinds by number, each with a name; what people call them are messages. `child` says that a person of this kind is one of the family's children. */
export const relationshipKinds = [
  { id: 1, slug: 'child', child: true },
  { id: 2, slug: 'son', child: true },
  { id: 3, slug: 'daughter', child: true },
  { id: 4, slug: 'stepchild', child: true },
  { id: 5, slug: 'grandchild', child: true },
  { id: 6, slug: 'partner', child: false },
  { id: 7, slug: 'mother', child: false },
  { id: 8, slug: 'father', child: false },
  { id: 9, slug: 'parent', child: false },
  { id: 10, slug: 'step-parent', child: false },
  { id: 11, slug: 'grandmother', child: false },
  { id: 12, slug: 'grandfather', child: false },
  { id: 13, slug: 'grandparent', child: false },
  { id: 14, slug: 'sister', child: false },
  { id: 15, slug: 'brother', child: false },
  { id: 16, slug: 'sibling', child: false },
  { id: 17, slug: 'aunt', child: false },
  { id: 18, slug: 'uncle', child: false },
  { id: 19, slug: 'niece', child: false },
  { id: 20, slug: 'nephew', child: false },
  { id: 21, slug: 'cousin', child: false },
  { id: 22, slug: 'godparent', child: false },
  { id: 23, slug: 'godchild', child: true },
  { id: 24, slug: 'parent-in-law', child: false },
  { id: 25, slug: 'sibling-in-law', child: false },
  { id: 26, slug: 'child-in-law', child: false },
  { id: 27, slug: 'friend', child: false },
  { id: 28, slug: 'other', child: false },
] as const;

/** The name of a kind of relationship. */
export type RelationshipSlug = (typeof relationshipKinds)[number]['slug'];

const grandparents: ReadonlySet<number> = new Set(
  relationshipKinds.filter(({ slug }) => slug === 'grandmother' || slug === 'grandfather' || slug === 'grandparent').map(({ id }) => id),
);

/** Whether who is invited gets a letter a week where nobody says otherwise: grandparents who come as relatives. */
export const usuallyLettered = (role: string, relationshipId: number): boolean => role === 'relative' && grandparents.has(relationshipId);

/** The kind that takes words of its own. */
export const otherRelationship = 28;
