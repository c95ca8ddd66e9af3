import { expect, test } from 'vitest';
import { safeName } from './names.ts';

test('a long name is cut between words, one long word where there is no room', () => {
  const said = 'Emma asked where the sun goes at night. I said behind the sea, and would not let it go.';
  expect(safeName(said)).toBe('emma-asked-where-the-sun-goes-at-night-i-said-behind-the-sea');
  expect(safeName(`${said.slice(0, 58)} mountains`)).toBe('emma-asked-where-the-sun-goes-at-night-i-said-behind-the');
  expect(safeName('ä'.repeat(80))).toBe('a'.repeat(60));
  expect(safeName(`img ${'1'.repeat(80)}`)).toHaveLength(60);
  expect(safeName('孫の日', 'photo')).toBe('photo');
});
