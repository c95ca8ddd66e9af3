import { expect, test } from 'vitest';
import { refusalInWords } from './refusal.ts';

test('a refusal is put into words when it is shown: by the field, else by the code', () => {
  expect(refusalInWords({ code: 'validation_failed', fields: ['people'] })).toBe('People is not valid.');
  expect(refusalInWords({ code: 'validation_failed', fields: ['text.0'] })).toBe('Text is not valid.');
  expect(refusalInWords({ code: 'storage_full', fields: [] })).toBe('There is no room left for it.');
  expect(refusalInWords({ code: 'malformed_request', fields: [] })).toBe('Something in it is not valid. Look at it again.');
});
