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

const dayLength = 86_400_000;
const time = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / dayLength);

/** A day some months later; the month's last day where it is shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(2000, month - 1 + months, 1));
  first.setUTCFullYear(first.getUTCFullYear() + year - 2000);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(date, last.getUTCDate()));
  return first.toISOString().slice(0, 10);
}

/**
 * Ages in days on the day of a measurement.
 * @param early whole weeks before the due date
 * @returns `corrected` counts from the due date (negative before it), until the second birthday, for who was born four weeks or more before
 *   it; null otherwise. Both are null without a birthday and before it.
 */
export function agesOn(birth: string | null, measuredOn: string, early: number): { age: number | null; corrected: number | null } {
  const age = birth === null ? null : daysBetween(birth, measuredOn);
  if (birth === null || age === null || age < 0) return { age: null, corrected: null };
  const corrects = early >= earlyWeeks.min && measuredOn < monthsLater(birth, correctedMonths);
  return { age, corrected: corrects ? age - 7 * early : null };
}
