import type { FamilySummary } from '@heartwood/contract/family';
import { words } from '../words.ts';

/** For somebody who was invited to a family that nobody covers: it is safe, and not theirs to pay. */
export function Invited({ family }: { family: FamilySummary }) {
  return <p className="mt-3 text-center type-story text-balance soft">{words.paywall.invited(family.name.replace(/^The /, 'the '))}</p>;
}
