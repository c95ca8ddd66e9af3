import { daysBetween, plusMonths } from '@heartwood/contract/days';
import { correctedMonths, earlyWeeks } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import { isGuardian } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { latestDay } from '#platform/clock.ts';

/** Guardians see and change how everybody grows, everybody how they do themselves; to others there is nothing. */
export const mayKnowGrowth = (scope: Pick<FamilyScope, 'role' | 'userId'>, person: { memberId: string | null }): boolean =>
  isGuardian(scope.role) || person.memberId === scope.userId;

/** The same by the ids of persons, which a fact has. */
export const mayHearOfGrowth = (scope: Pick<FamilyScope, 'role' | 'personId'>, personId: string): boolean =>
  isGuardian(scope.role) || scope.personId === personId;

/** What is said of a day on which the person cannot have been measured. */
export const wrongDay = message('growth.refusals.wrongDay');

/** Said where the measurement that is corrected has gone meanwhile. */
export const changedSince = message('growth.refusals.changed');

const earliestDay = '1870-01-01';

/** Whether a person can have been measured on a day: from birth to today, which has begun wherever on earth they are. */
export const isMeasuringDay = (day: string, birth: string | null, now: Date): boolean =>
  day >= (birth ?? earliestDay) && day <= latestDay(now);

/**
 * Ages in days on the day of a measurement.
 * @param early whole weeks before the due date
 * @returns `corrected` counts from the due date (negative before it), until the second birthday, for who was born four weeks or more before
 *   it; null otherwise. Both are null without a birthday and before it.
 */
export function agesOn(birth: string | null, measuredOn: string, early: number): { age: number | null; corrected: number | null } {
  const age = birth === null ? null : daysBetween(birth, measuredOn);
  if (birth === null || age === null || age < 0) return { age: null, corrected: null };
  const corrects = early >= earlyWeeks.min && measuredOn < plusMonths(birth, correctedMonths);
  return { age, corrected: corrects ? age - 7 * early : null };
}
