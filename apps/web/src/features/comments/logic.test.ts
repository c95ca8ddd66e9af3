import { expect, it } from 'vitest';
import { howFar } from './logic.ts';

it('says how far the file of a comment is, and in words why it has not arrived', () => {
  expect(howFar({ state: 'failed', reason: 'uploads.tooLarge' })).toBe('Over 5 GB');
  expect(howFar({ state: 'uploading', share: 0.4 })).toMatch(/40\s?%/);
  expect(howFar({ state: 'waiting' })).toBe('');
});
