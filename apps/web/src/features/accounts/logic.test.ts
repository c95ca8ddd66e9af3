import { check } from '@heartwood/contract/validation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPasswordRules, passwordProgress } from './logic.ts';

test('a password’s rules are ticked off one by one', () => {
  expect(passwordProgress('')).toEqual({ length: false, letters: false, special: false });
  expect(passwordProgress('pflaume')).toEqual({ length: false, letters: false, special: false });
  expect(passwordProgress('Pflaumenbaum')).toEqual({ length: true, letters: true, special: false });
  expect(passwordProgress('Pflaume-')).toEqual({ length: true, letters: true, special: true });
  expect(passwordProgress('ПлодыДерева!')).toEqual({ length: true, letters: true, special: true });
});

test('all ticks together are what the form accepts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40, unit: 'grapheme' }), (password) => {
      const { length, letters, special } = passwordProgress(password);
      const accepted = check('Password', password, newPasswordRules.password) === undefined;
      expect(length && letters && special).toBe(accepted);
    }),
  );
});
