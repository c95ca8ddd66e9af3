import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguage, firstKnown } from './languages.ts';

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.3, de-CH;q=0.7', 'de'],
  ['fr-FR, fr;q=0.9, de;q=0.2', 'de'],
  ['DE', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['en-XA', 'en-XA'],
  ['ar-xb', 'ar-XB'],
  ['fr', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  ['de;q=many', undefined],
  ['den', undefined],
  [`${'fr,'.repeat(200)}de`, undefined],
])('%s asks for %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

test('no header breaks it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z*;,=q.0-9 -]{0,60}$/)), (header) => {
      expect([undefined, 'en', 'de', 'en-XA', 'ar-XB']).toContain(acceptedLanguage(header));
    }),
  );
});

test('the first known language of a browser counts', () => {
  expect(firstKnown(['fr-FR', 'de-DE', 'en'])).toBe('de');
  expect(firstKnown(['fr'])).toBeUndefined();
});
