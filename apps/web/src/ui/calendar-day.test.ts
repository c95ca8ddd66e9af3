import { expect, test } from 'vitest';
import { dayFromParts, isCalendarDay, partsOfDay } from './calendar-day.ts';

test('a day goes into three boxes and back', () => {
  expect(partsOfDay('2023-09-05')).toEqual({ day: '5', month: '9', year: '2023' });
  expect(dayFromParts({ day: '5', month: '9', year: '2023' })).toBe('2023-09-05');
  expect(partsOfDay('')).toEqual({ day: '', month: '', year: '' });
  expect(dayFromParts({ day: ' ', month: '', year: '' })).toBe('');
});

test('[S5.13] Arabic-Indic digits are digits', () => {
  expect(dayFromParts({ day: '٥', month: '9', year: '٢٠٢٣' })).toBe('2023-09-05');
});

test.each(['2024-02-29', '2023-12-31', '1926-01-01'])('%s exists', (day) => expect(isCalendarDay(day)).toBe(true));
test.each(['2023-02-29', '2024-02-31', '2023-00-10', '2023-9-5', '-09-05', '2023--', ''])('%j does not', (day) =>
  expect(isCalendarDay(day)).toBe(false),
);
