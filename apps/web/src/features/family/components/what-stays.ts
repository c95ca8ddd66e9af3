import { heirOf } from '@heartwood/contract/heir';
import { currentLanguage, t } from '@heartwood/messages/current';
import { listIn } from '@heartwood/messages/formats';
import type { Coverage } from '@heartwood/contract/billing';
import type { FamilySummary, Member } from '@heartwood/contract/family';
import { dayOf } from '#platform/dates.ts';

// [Note: What an owner leaves to a family]
// The time that is free or paid stays with it to its end, what is paid once for good. Whoever owns it next is never charged by itself. The plan of
// who goes ends with their account, and with the last family they own; while they own another one it goes on for that.

/** What covers a family and stays with it. `renews`: by a plan of its owner that would be charged for again. */
type Left = { kind: 'lifetime' | 'forGood' | 'other' } | { kind: 'trial' | 'renews' | 'until'; day: string };

/** What a family keeps when its owner goes; `other` where what is known is about another family of theirs. */
function leftTo({ status, provider, covered_by: by, covered_until: until, cancel_at_period_end: ends }: Coverage, familyId: string): Left {
  // What somebody has bought themselves covers every family they own; all else is one family's.
  if (!by?.mine || (!provider && by.family_id !== familyId)) return { kind: 'other' };
  if (until === null) return { kind: provider ? 'lifetime' : 'forGood' };
  const day = dayOf(until);
  if (status === 'trialing') return { kind: 'trial', day };
  return { kind: provider && status === 'active' && !ends ? 'renews' : 'until', day };
}

/**
 * What becomes of what is paid for a family when its owner hands it over.
 * @param ownsAnother whether they own another family, for which their plan goes on
 */
export function handOverLine(coverage: Coverage, familyId: string, ownsAnother: boolean): string {
  const left = leftTo(coverage, familyId);
  if (left.kind === 'renews' && ownsAnother) return t('family.handOverPlan.goesOn', left);
  if (left.kind === 'renews') return t('family.handOverPlan.renews', left);
  if (left.kind === 'trial') return t('family.handOverPlan.trial', left);
  if (left.kind === 'until') return t('family.handOverPlan.until', left);
  if (left.kind === 'lifetime') return t('family.handOverPlan.lifetime');
  return left.kind === 'forGood' ? t('family.handOverPlan.forGood') : t('family.handOverPlan.other');
}

/** What becomes of one of a user's own families when they delete their account. @param members undefined where they are not known */
export function withoutOwner(
  family: Pick<FamilySummary, 'name'>,
  members: readonly Member[] | undefined,
  myId: string | undefined,
): string {
  if (!members || !myId) return t('family.without.unknown', { family: family.name });
  const standing = members.map(({ user_id: userId, role, name, joined_at }) => ({ userId, role, name, joinedAt: new Date(joined_at) }));
  const heir = heirOf(standing, myId);
  return heir ? t('family.without.heir', { family: family.name, heir: heir.name }) : t('family.without.alone', { family: family.name });
}

/**
 * What becomes of what is paid when somebody deletes their account; undefined where nothing is.
 * @param owned their own families, each with whether somebody else is in it; undefined where that is not known
 */
export function planWithoutOwner(
  coverage: Coverage,
  owned: readonly (Pick<FamilySummary, 'id' | 'name'> & { stays: boolean | undefined })[],
): string | undefined {
  const { status, provider, covered_by: by } = coverage;
  const renews = provider !== null && (status === 'past_due' || (status === 'active' && !coverage.cancel_at_period_end));
  if (owned.length === 0) return undefined;
  if (!by) return renews ? t('family.without.plan.ends') : undefined;
  if (owned.every(({ stays }) => stays === false)) {
    if (!by.mine || status === 'trialing') return undefined;
    return renews ? t('family.without.plan.ends') : t('family.without.plan.gone');
  }
  const kept = owned.filter(({ id, stays }) => stays !== false && leftTo(coverage, id).kind !== 'other');
  const [first] = kept;
  if (!first || kept.some(({ stays }) => stays === undefined)) return t('family.without.plan.other');
  const left = leftTo(coverage, first.id);
  const names = listIn(
    currentLanguage.forIntl(),
    kept.map(({ name }) => name),
  );
  const said = { families: names, count: kept.length };
  if (!('day' in left)) return t('family.without.plan.forGood', said);
  if (left.kind === 'trial') return t('family.without.plan.trial', { families: names, day: left.day });
  return renews ? t('family.without.plan.renews', { ...said, day: left.day }) : t('family.without.plan.until', { ...said, day: left.day });
}
