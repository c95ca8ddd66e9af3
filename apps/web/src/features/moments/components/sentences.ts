import { t } from '@heartwood/messages/current';
import { listed } from '#platform/formats.ts';

const withMe = (others: readonly string[]) => ({ others: others.length, names: listed([t('family.you'), ...others]) });

/** 'Only you and Sam see these.' `others` are those who see them, too, by name. */
export const whoSeesThese = (others: readonly string[]): string => t('moments.whoSees.these', withMe(others));

/** 'Only you and Sam see this.' */
export const whoSees = (others: readonly string[]): string => t('moments.whoSees.this', withMe(others));

/** 'Only you and Sam see this. It stays so until you share it.' */
export const whoSeesThis = (others: readonly string[]): string => t('moments.whoSees.untilShared', withMe(others));

/** 'Yes, it was before Jonas was born' */
export const wasBefore = (names: readonly string[]): string => t('moments.wasBefore', { count: names.length, names: listed(names) });

/** 'with Jonas' */
export const together = (names: readonly string[]): string => (names.length === 0 ? '' : t('moments.together', { names: listed(names) }));

/** 'With everyone in the family, 7 people' */
export const shareHint = (label: string, count: number | undefined): string =>
  count === undefined || count === 0 ? label : t('moments.shareHint', { label, count });

/**
 * When a milestone often comes, in words: 'Often between 3 and 5 months', 'Often between 3 and 4½', 'Often around 4'.
 * @param from, to months since birth
 */
export function oftenLine(from: number, to: number): string {
  if (from === 0) return to <= 1 ? t('moments.often.weeks') : t('moments.often.firstMonths', { to });
  if (to < 24) return t('moments.often.months', { from, to });
  if (from < 24 && from % 12 !== 0) return t('moments.often.monthsToYears', { from, to: inYears(to) });
  const years = { from: inYears(from), to: inYears(to) };
  if (years.from === years.to) return t('moments.often.around', { age: years.from });
  return from < 24 ? t('moments.often.years', years) : t('moments.often.ages', years);
}

/** '3', '4½': years to the nearest half. */
function inYears(months: number): string {
  const halves = Math.round(months / 6);
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}½`;
}
