import { otherRelationship } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import { relationshipMessage } from '@heartwood/messages/relationships';

/** What a kind of relationship is called: 'Daughter'; '' for one there is not. */
export function relationName(id: number): string {
  const name = relationshipMessage(id);
  return name ? t(name) : '';
}

/** How somebody is related, in words: the kind's name, or one's own words for it; '' while nobody has said. */
export function relationOf({ relationship_id: id, relationship }: { relationship_id: number; relationship: string }): string {
  return id === otherRelationship ? relationship : relationName(id);
}
