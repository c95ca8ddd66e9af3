/** The application's clock. Every decision about time asks it, so that a test can move it; SQL never decides by its own. */
export interface Clock {
  /** The time it is. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** What tells the calendar days of many times in a time zone: making it takes longer than asking it. See {@link dayOf}. */
export function daysIn(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => format.format(time);
}

const inUtc = daysIn('UTC');

/**
 * The calendar day of a time in a time zone.
 * @param timeZone an IANA name; left out, UTC
 * @returns `YYYY-MM-DD`
 */
export const dayOf = (time: Date, timeZone?: string): string => (timeZone === undefined ? inUtc : daysIn(timeZone))(time);

/** What tells calendar and clock of a place at many times. See {@link localTime}. */
export function clockIn(timeZone: string): (time: Date) => string {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...digits });
  return (time) => format.format(time);
}

/** Calendar and clock of a place at a time, `YYYY-MM-DD HH:mm`: a text that sorts like time. @param timeZone an IANA name */
export const localTime = (time: Date, timeZone: string): string => clockIn(timeZone)(time);

/** The latest calendar day there is on earth at a time (UTC+14): what is not later has begun somewhere. @returns `YYYY-MM-DD` */
export const latestDay = (time: Date): string => dayOf(time, 'Pacific/Kiritimati');

/** A time later than another (or earlier, when negative). */
export function plus(time: Date, amount: { days?: number; hours?: number; minutes?: number; seconds?: number }): Date {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = amount;
  return new Date(time.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}
