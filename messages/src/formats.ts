import type { Translate } from './translate.ts';

// How values are written in a language. `language` is what Intl takes, 'en' or 'de'; days are calendar days, `YYYY-MM-DD`.

/** A day's parts in words. */
const partsOf = (language: string, day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  const word = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date);
  return {
    weekday: word({ weekday: 'long' }),
    day: String(date.getUTCDate()),
    month: word({ month: 'long' }),
    year: String(date.getUTCFullYear()),
  };
};

/**
 * A calendar day in words.
 * @param day what is none comes back as it is
 * @returns '12 September 2023'; with `weekday` 'Sunday, 29 November'; with `year: false` '14 December'
 */
export function dayIn(
  { t, language }: { t: Translate; language: string },
  day: string,
  { weekday = false, year = !weekday }: { weekday?: boolean; year?: boolean } = {},
): string {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return day;
  const parts = partsOf(language, day);
  if (weekday) return year ? t('dates.weekdayYear', parts) : t('dates.weekday', parts);
  return year ? t('dates.day', parts) : t('dates.dayOfYear', parts);
}

/** The name of a day's month: 'March'; with `year` 'March 2025'. */
export function monthIn(language: string, day: string, { year = false }: { year?: boolean } = {}): string {
  const words = new Intl.DateTimeFormat(language, { month: 'long', year: year ? 'numeric' : undefined, timeZone: 'UTC' });
  return words.format(new Date(`${day}T00:00:00Z`));
}

/** The name of a day's weekday: 'Wednesday'. */
export const weekdayIn = (language: string, day: string): string => partsOf(language, day).weekday;

/** '40 minutes ago', '1 hour ago'. */
export const agoIn = (language: string, count: number, unit: 'minute' | 'hour'): string =>
  new Intl.RelativeTimeFormat(language).format(-count, unit);

/** A family's name as it stands within a sentence: in English 'the Whitlock family'. */
export const familyIn = (language: string, name: string): string => (language === 'en' ? name.replace(/^The (?=\S)/, 'the ') : name);

/** 'Nora, Sam and Leo'. */
export const listIn = (language: string, items: readonly string[]): string =>
  // British English, which puts no comma before 'and'.
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' }).format(items);

/** '5 fields, a note, 2 attachments': what belongs to one thing. */
export const partsIn = (language: string, items: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'unit' }).format(items);

/** '1,024'; in German '1.024'. */
export const numberIn = (language: string, value: number): string => new Intl.NumberFormat(language).format(value);

/** '97.9 cm', '3.55 kg', '40 min'; in German '97,9 cm', '40 Min.'. @param digits how many there are behind the point; two at most unless told */
export const measureIn = (
  language: string,
  value: number,
  unit: 'centimeter' | 'kilogram' | 'inch' | 'pound' | 'minute' | 'hour',
  digits: Intl.NumberFormatOptions = { maximumFractionDigits: 2 },
): string => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(value);

/** '12%' of a share from 0 to 1; in German '12 %'. */
export const shareIn = (language: string, share: number): string => new Intl.NumberFormat(language, { style: 'percent' }).format(share);

/** The time of the day, '18:40', with 24 hours in every language. @param timeZone that of the machine where it is not given */
export const clockIn = (language: string, time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(time);

/** An amount of money, given in the currency's minor units: '$5.99'; in German '5,99 $'. @param currency ISO 4217, such as 'usd' */
export function moneyIn(language: string, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes as people read it, in powers of ten, with at most one digit behind the point below ten: '4.2 MB', '38 MB'. */
export const sizeIn = (language: string, bytes: number): string => bytesIn(language, bytes, '');

/** Bytes a second: '1.2 MB/s', '340 kB/s'. */
export const speedIn = (language: string, bytes: number): string => bytesIn(language, bytes, '-per-second');

function bytesIn(language: string, bytes: number, per: '' | '-per-second'): string {
  const power = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), sizes.length - 1);
  const value = bytes / 1_000 ** power;
  const maximumFractionDigits = power > 0 && value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: `${sizes[power]!}${per}`,
    unitDisplay: 'short',
    maximumFractionDigits,
  }).format(value);
}
