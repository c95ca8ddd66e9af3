import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { inSentence } from '#features/family/logic.ts';

/** For somebody who was invited to a family that nobody covers: it is safe, and not theirs to pay. */
export function Invited({ family }: { family: FamilySummary }) {
  return (
    <p className="mt-3 text-center type-story text-balance soft">{t('billing.paywall.invited', { family: inSentence(family.name) })}</p>
  );
}
