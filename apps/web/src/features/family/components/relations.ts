import { t } from '@heartwood/messages/current';
import { relatedIn, relationshipMessage } from '@heartwood/messages/relationships';
import { firstName } from '../logic.ts';

/** A relation as the server tells it: the kind, and what it is called. */
interface Relation {
  relationship_id: number;
  relationship: string;
}

/** What a kind of relationship is called where one chooses it: 'Daughter'; '' for one there is not. */
export function relationName(id: number): string {
  const name = relationshipMessage(id);
  return name ? t(name) : '';
}

/** How somebody is related to who looks: 'Ida is your daughter'; '' while they have not said. */
export const relationTo = ({ name, ...relation }: Relation & { name: string }): string =>
  relatedIn(t, relation, { by: 'you', name: firstName(name) });

/** How somebody is related to another: 'Ida is Sam’s daughter'. @param other whose relation it is */
export const relationOfTwo = ({ name, ...relation }: Relation & { name: string }, other: string): string =>
  relatedIn(t, relation, { by: 'somebody', name: firstName(name), other: firstName(other) });

/** As what somebody is invited: 'You’ll join as Nora’s grandmother.' @param inviter who invites */
export const invitedAs = (relation: Relation, inviter: string): string =>
  relatedIn(t, relation, { by: 'invited', other: firstName(inviter) });
