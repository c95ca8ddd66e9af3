import { expect, it } from 'vitest';
import { listed, spanInWords, withinSentence } from './formats.ts';

it('lists words', () => {
  expect(listed([])).toBe('');
  expect(listed(['a', false, undefined, ''])).toBe('a');
  expect(listed(['a', 'b'])).toBe('a and b');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
});

it('counts spans of time', () => {
  expect([spanInWords(1, 'week'), spanInWords(3, 'year')]).toEqual(['1 week', '3 years']);
});

it('writes a word small within an English sentence', () => {
  expect(withinSentence('Nephew')).toBe('nephew');
});
