// Calendar days, `YYYY-MM-DD`: what both ends count with them. This file knows no schema: the web loads it.

// [Note: Days are counted in UTC]
// A day is not a time: everything here takes and gives `YYYY-MM-DD`, and days are compared as text. The calendar is `Date`'s own, in UTC, where every day has
// 24 hours; no library, for the reasons of decision 084. A time zone decides one thing only, which day it is: `platform/clock.ts` and, on the web, `platform/today.ts`.
// Months are counted from a day, and a month without that day ends on its last: born on 31 January, one month old on 28 February;
// born on 29 February, a year older on 28 February in common years and on the 29th in leap years.

const timeOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether a text names a day that exists. There was no year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const time = timeOf(text);
  return !Number.isNaN(time.getTime()) && dayOf(time) === text;
}

/** A day some days later, or earlier where they are negative. @throws RangeError for what is no day */
export function plusDays(day: string, days: number): string {
  const time = timeOf(day);
  time.setUTCDate(time.getUTCDate() + days);
  return dayOf(time);
}

/** A time some months later, or earlier: of the same day in UTC, or of the last of a month that has no such day. */
export function monthsAfter(time: Date, months: number): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + months);
  // `Date` goes on into the next month where there is no such day; its day 0 is the last of the month before.
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** A day some months later, or earlier; the last of a month that has no such day. @throws RangeError for what is no day */
export const plusMonths = (day: string, months: number): string => dayOf(monthsAfter(timeOf(day), months));

/** Days from one day to another; negative where `to` is earlier, NaN for what is no day. */
export const daysBetween = (from: string, to: string): number => (timeOf(to).getTime() - timeOf(from).getTime()) / 86_400_000;

/**
 * Whole months from one day to another; negative where `to` is earlier.
 * @example monthsBetween('2026-01-31', '2026-02-28') // 1
 */
export function monthsBetween(from: string, to: string): number {
  const [first, last] = [timeOf(from), timeOf(to)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return plusMonths(from, months) > to ? months - 1 : months;
}

/** Whole years from one day to another, as birthdays count them; negative where `to` is earlier. */
export const yearsBetween = (from: string, to: string): number => Math.floor(monthsBetween(from, to) / 12);

/** The calendar year of a day. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The day of the week, 0 (Sunday) to 6. */
export const weekdayOf = (day: string): number => timeOf(day).getUTCDay();

/** The Monday on which the week of a day begins. */
export const mondayOf = (day: string): string => plusDays(day, -((weekdayOf(day) + 6) % 7));

/** The day somebody turns `years`. */
export const birthdayIn = (birth: string, years: number): string => plusMonths(birth, years * 12);

/** The next birthday from a day on, that day included; null before the birth. The day of the birth is none. */
export function nextBirthday(birth: string, on: string): { date: string; turns: number } | null {
  if (on < birth) return null;
  const years = yearsBetween(birth, on);
  const turns = years > 0 && birthdayIn(birth, years) === on ? years : years + 1;
  return { date: birthdayIn(birth, turns), turns };
}
