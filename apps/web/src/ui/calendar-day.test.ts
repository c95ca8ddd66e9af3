import { expect, test } from 'vitest';
import { dayFromParts, partsOfDay } from './calendar-day.ts';

test('a day goes into three boxes and back', () => {
  expect(partsOfDay('2023-09-05')).toEqual({ day: '5', month: '9', year: '2023' });
  expect(dayFromParts({ day: '5', month: '9', year: '2023' })).toBe('2023-09-05');
  expect(partsOfDay('')).toEqual({ day: '', month: '', year: '' });
  expect(dayFromParts({ day: ' ', month: '', year: '' })).toBe('');
});

test('[S5.13] Arabic-Indic digits are digits', () => {
  expect(dayFromParts({ day: '٥', month: '9', year: '٢٠٢٣' })).toBe('2023-09-05');
});
