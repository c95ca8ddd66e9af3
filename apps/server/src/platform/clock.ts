/** The application's clock. Every decision about time asks it, so that a test can move it; SQL never decides by its own. */
export interface Clock {
  /** This moment. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** What tells the calendar days of many moments in a time zone: making it takes longer than asking it. See {@link dayOf}. */
export function daysIn(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (moment) => format.format(moment);
}

const inUtc = daysIn('UTC');

/**
 * The calendar day of a moment in a time zone.
 * @param timeZone an IANA name; left out, UTC
 * @returns `YYYY-MM-DD`
 */
export const dayOf = (moment: Date, timeZone?: string): string => (timeZone === undefined ? inUtc : daysIn(timeZone))(moment);

/** What tells calendar and clock of a place at many moments. See {@link localTime}. */
export function clockIn(timeZone: string): (moment: Date) => string {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...digits });
  return (moment) => format.format(moment);
}

/** Calendar and clock of a place at a moment, `YYYY-MM-DD HH:mm`: a text that sorts like time. @param timeZone an IANA name */
export const localTime = (moment: Date, timeZone: string): string => clockIn(timeZone)(moment);

/** The latest calendar day there is on earth at a moment (UTC+14): what is not later has come for somebody. @returns `YYYY-MM-DD` */
export const latestDay = (moment: Date): string => dayOf(moment, 'Pacific/Kiritimati');

/** A moment later (or earlier, when negative). */
export function plus(moment: Date, amount: { days?: number; hours?: number; minutes?: number; seconds?: number }): Date {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = amount;
  return new Date(moment.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}

/** A moment some months later: of the same day, or of the month's last where it has no such day. */
export function plusMonths(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const days = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(moment.getUTCDate(), days));
  return later;
}
