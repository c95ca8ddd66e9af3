import { useOutgoing } from '../state.ts';
import { OutgoingCard } from './outgoing-card.tsx';

/** Posts that have been written here and have not left yet, where they will stand. */
export default function OnTheirWay() {
  return useOutgoing()
    .toReversed()
    .map((post) => <OutgoingCard key={post.id} post={post} />);
}
