import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/dashboard', '/post/1?x=2#y', '/treasures/subcategory?category=letters-and-notes', '/a//b'])('%s is ours', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  ' /dashboard',
  '/.//evil.example',
  '/x/..//evil.example',
  `/${'a'.repeat(3_000)}`,
  undefined,
  null,
  ['/dashboard'],
  { toString: () => '/dashboard' },
])('[S6.4] %j is not', (value) => {
  expect(ownPath(value)).toBeUndefined();
});
