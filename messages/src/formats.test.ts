import { expect, test } from 'vitest';
import { translatorOf } from './catalogues.ts';
import { agoIn, clockIn, dayIn, familyIn, listIn, measureIn, numberIn, shareIn, sizeIn, speedIn } from './formats.ts';

const [en, de] = [
  { t: translatorOf('en'), language: 'en' },
  { t: translatorOf('de'), language: 'de' },
];

test('days', () => {
  expect(dayIn(en, '2023-09-12')).toBe('12 September 2023');
  expect(dayIn(de, '2023-03-12')).toBe('12. März 2023');
  expect(dayIn(de, '2026-11-29', { weekday: true })).toBe('Sonntag, 29. November');
  expect(dayIn(de, 'nothing')).toBe('nothing');
});

test('the name of a family within a sentence', () => {
  expect(familyIn('en', 'The Whitlock family')).toBe('the Whitlock family');
  expect(familyIn('en', 'Theo’s people')).toBe('Theo’s people');
  expect(familyIn('de', 'The Whitlocks')).toBe('The Whitlocks');
});

test('ago, lists, numbers', () => {
  expect([agoIn('en', 1, 'minute'), agoIn('en', 2, 'hour'), agoIn('de', 1, 'minute'), agoIn('de', 2, 'hour')]).toEqual([
    '1 minute ago',
    '2 hours ago',
    'vor 1 Minute',
    'vor 2 Stunden',
  ]);
  expect(listIn('en', ['Nora', 'Sam', 'Leo'])).toBe('Nora, Sam and Leo');
  expect(listIn('de', ['Nora', 'Sam', 'Leo'])).toBe('Nora, Sam und Leo');
  expect(numberIn('de', 12_345)).toBe('12.345');
});

test.each([
  [999, '999 byte'],
  [4_210_000, '4.2 MB'],
  [38_400_000, '38 MB'],
  [5_000_000_000, '5 GB'],
])('%d bytes are %s', (bytes, said) => expect(sizeIn('en', bytes)).toBe(said));

test('sizes in German', () => expect(sizeIn('de', 4_210_000)).toBe('4,2 MB'));

test('speeds, shares, spans, and the time of the day', () => {
  expect([speedIn('en', 1_210_000), speedIn('de', 340_000)]).toEqual(['1.2 MB/s', '340 kB/s']);
  expect([shareIn('en', 0.62), shareIn('de', 0.62)]).toEqual(['62%', '62\u00a0%']);
  expect([measureIn('en', 40, 'minute'), measureIn('de', 1, 'hour')]).toEqual(['40 min', '1 Std.']);
  expect(['en', 'de', 'fr'].map((language) => measureIn(language, 38.54, 'inch', { maximumFractionDigits: 1 }))).toEqual([
    '38.5 in',
    '38,5 in',
    '38,5\u202fpo',
  ]);
  expect(['en', 'de'].map((language) => clockIn(language, new Date('2026-11-21T00:05:00Z'), 'UTC'))).toEqual(['00:05', '00:05']);
});
