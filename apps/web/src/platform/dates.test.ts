import { afterEach, beforeEach, expect, it } from 'vitest';
import { agoInside, agoInWords, dayInWords, greetingAt, recentDay, dayOf, untilInWords } from './dates.ts';
import { today } from './today.ts';

const zone = process.env['TZ'];
beforeEach(() => void (process.env['TZ'] = 'Europe/London'));
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('says a day', () => {
  expect(dayInWords('2023-09-12')).toBe('12 September 2023');
  expect(dayInWords('2026-11-29', { weekday: true })).toBe('Sunday, 29 November');
  expect(dayInWords('2026-12-14', { year: false })).toBe('14 December');
  expect(dayInWords('nothing')).toBe('nothing');
});

it.each([
  ['2026-11-20T18:59:40Z', 'Just now'],
  ['2026-11-20T19:00:30Z', 'Just now'],
  ['2026-11-20T18:59:00Z', '1 minute ago'],
  ['2026-11-20T18:20:00Z', '40 minutes ago'],
  ['2026-11-20T18:00:00Z', '1 hour ago'],
  ['2026-11-20T00:10:00Z', '18 hours ago'],
  ['2026-11-19T23:50:00Z', 'Yesterday'],
  ['2026-11-18T10:00:00Z', 'Wednesday'],
  ['2026-11-14T10:00:00Z', 'Saturday'],
  ['2026-11-13T10:00:00Z', '13 November'],
  ['2025-11-13T10:00:00Z', '13 November 2025'],
])('%s is %s', (time, words) => expect(agoInWords(time, Date.parse('2026-11-20T19:00:00Z'))).toBe(words));

it.each([
  ['2026-11-20T18:59:40Z', 'just now'],
  ['2026-11-20T18:20:00Z', '40 minutes ago'],
  ['2026-11-20T00:10:00Z', '18 hours ago'],
  ['2026-11-19T12:00:00Z', 'yesterday'],
  ['2026-11-18T10:00:00Z', 'on Wednesday'],
  ['2025-11-13T10:00:00Z', 'on 13 November 2025'],
])('%s is %s within a sentence', (time, words) => expect(agoInside(time, Date.parse('2026-11-20T19:00:00Z'))).toBe(words));

it('says hours across midnight, and the day where the reader is', () => {
  expect(agoInWords('2026-11-19T22:30:00Z', Date.parse('2026-11-20T01:00:00Z'))).toBe('2 hours ago');
  process.env['TZ'] = 'Pacific/Auckland';
  expect(today(new Date('2026-11-20T12:00:00Z'))).toBe('2026-11-21');
  expect(agoInWords('2026-11-20T00:10:00Z', Date.parse('2026-11-20T19:00:00Z'))).toBe('Yesterday');
});

it('says a recent day', () => {
  expect(recentDay('2026-11-20', '2026-11-20')).toBe('Today');
  expect(recentDay('2026-11-21', '2026-11-20')).toBe('21 November');
  expect(recentDay('2025-12-31', '2026-11-20')).toBe('31 December 2025');
});

it('greets by the hour', () => {
  expect([0, 4, 5, 11, 12, 16, 17, 23].map(greetingAt)).toEqual([
    'Good evening',
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});

it('until when, in words', () => {
  const now = new Date(2026, 10, 21, 14, 0);
  const at = (day: number, hour: number, minute = 0, year = 2026, month = 10) => new Date(year, month, day, hour, minute).toISOString();
  expect(untilInWords(at(21, 18, 40), now)).toBe('today, 18:40');
  expect(untilInWords(at(22, 8, 5), now)).toBe('tomorrow, 08:05');
  expect(untilInWords(at(24, 14), now)).toBe('24 November');
  expect(dayOf(at(2, 9, 0, 2027, 0), now)).toBe('2 January 2027');
  expect(dayOf(at(15, 9), now)).toBe('15 November');
});
