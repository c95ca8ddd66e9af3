import { daysBetween } from '@heartwood/contract/days';
import { currentLanguage, t } from '@heartwood/messages/current';
import { agoIn, clockIn, dayIn, monthIn, weekdayIn } from '@heartwood/messages/formats';
import { today } from './today.ts';

const reader = () => ({ t, language: currentLanguage.forIntl() });

/**
 * A calendar day in words, in the language of the page.
 * @param day `YYYY-MM-DD`; what is none comes back as it is
 * @returns '12 September 2023'; with `weekday` 'Sunday, 29 November'; with `year: false` '14 December'
 */
export const dayInWords = (day: string, parts: { weekday?: boolean; year?: boolean } = {}): string => dayIn(reader(), day, parts);

/** The name of a day's month: 'March'; with `year` 'March 2025'. */
export const monthOf = (day: string, parts: { year?: boolean } = {}): string => monthIn(currentLanguage.forIntl(), day, parts);

/**
 * When something happened, as people say it: 'Just now', '40 minutes ago', '2 hours ago', 'Yesterday', 'Wednesday', '6 November', '6 November 2025'.
 * @param time ISO 8601, UTC
 * @param now milliseconds
 */
export const agoInWords = (time: string, now: number = Date.now()): string =>
  agoBy(time, now, { justNow: () => t('dates.justNow'), day: recentDay });

/** The same within a sentence: 'just now', '2 hours ago', 'yesterday', 'on Wednesday', 'on 6 November'. */
export const agoInside = (time: string, now: number): string =>
  agoBy(time, now, {
    justNow: () => t('dates.inside.justNow'),
    day: (then, on) => (daysBetween(then, on) === 1 ? t('dates.inside.yesterday') : t('dates.inside.on', { day: recentDay(then, on) })),
  });

function agoBy(time: string, now: number, words: { justNow: () => string; day: (then: string, on: string) => string }): string {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000);
  if (minutes < 1) return words.justNow();
  if (minutes < 60) return agoIn(currentLanguage.forIntl(), minutes, 'minute');
  const [then, on] = [today(new Date(time)), today(new Date(now))];
  if (then === on || minutes < 6 * 60) return agoIn(currentLanguage.forIntl(), Math.floor(minutes / 60), 'hour');
  return words.day(then, on);
}

/** A calendar day as people say it: 'Today', 'Yesterday', 'Wednesday' within a week, '6 November' within the year, else with its year. */
export function recentDay(day: string, on: string): string {
  const ago = daysBetween(day, on);
  if (ago === 0) return t('dates.today');
  if (ago === 1) return t('dates.yesterday');
  if (ago > 1 && ago < 7) return weekdayIn(currentLanguage.forIntl(), day);
  return dayInWords(day, { year: day.slice(0, 4) !== on.slice(0, 4) });
}

/** The greeting of an hour: morning from 5, afternoon from 12, evening from 17. */
export function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 17) return t('dates.greetings.evening');
  return hour < 12 ? t('dates.greetings.morning') : t('dates.greetings.afternoon');
}

/**
 * Until when, as one says it: 'today, 18:40', 'tomorrow, 18:40', '15 November', with the year where it is another one.
 * @param time ISO 8601, UTC
 */
export function untilInWords(time: string, now: Date = new Date()): string {
  const date = new Date(time);
  const ahead = daysBetween(today(now), today(date));
  const clock = clockOf(time);
  if (ahead === 0) return t('dates.todayAt', { time: clock });
  return ahead === 1 ? t('dates.tomorrowAt', { time: clock }) : dayOf(time, now);
}

/** The time of the day of a moment: '18:40'. @param time ISO 8601, UTC */
export const clockOf = (time: string): string => clockIn(currentLanguage.forIntl(), new Date(time));

/** A time of the day, as it is shown. @param time `HH:MM` */
export const timeInWords = (time: string): string => clockIn(currentLanguage.forIntl(), new Date(`2000-01-01T${time}:00Z`), 'UTC');

/** The day of a moment: '15 November', with the year where it is another one. */
export function dayOf(time: string, now: Date = new Date()): string {
  const day = today(new Date(time));
  return dayInWords(day, { year: day.slice(0, 4) !== today(now).slice(0, 4) });
}
