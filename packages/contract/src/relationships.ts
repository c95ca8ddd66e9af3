/** Relationship kinds by number. `child` says that a person of this kind is one of the family's children. */
export const relationshipKinds = [
  { id: 1, label: 'Child', child: true },
  { id: 2, label: 'Son', child: true },
  { id: 3, label: 'Daughter', child: true },
  { id: 4, label: 'Stepchild', child: true },
  { id: 5, label: 'Grandchild', child: true },
  { id: 6, label: 'Partner', child: false },
  { id: 7, label: 'Mother', child: false },
  { id: 8, label: 'Father', child: false },
  { id: 9, label: 'Parent', child: false },
  { id: 10, label: 'Step-parent', child: false },
  { id: 11, label: 'Grandmother', child: false },
  { id: 12, label: 'Grandfather', child: false },
  { id: 13, label: 'Grandparent', child: false },
  { id: 14, label: 'Sister', child: false },
  { id: 15, label: 'Brother', child: false },
  { id: 16, label: 'Sibling', child: false },
  { id: 17, label: 'Aunt', child: false },
  { id: 18, label: 'Uncle', child: false },
  { id: 19, label: 'Niece', child: false },
  { id: 20, label: 'Nephew', child: false },
  { id: 21, label: 'Cousin', child: false },
  { id: 22, label: 'Godparent', child: false },
  { id: 23, label: 'Godchild', child: true },
  { id: 24, label: 'Parent-in-law', child: false },
  { id: 25, label: 'Sibling-in-law', child: false },
  { id: 26, label: 'Child-in-law', child: false },
  { id: 27, label: 'Friend', child: false },
  { id: 28, label: 'Other', child: false },
] as const;

/** The kind that takes words of its own. */
export const otherRelationship = 28;
