import { expect, test } from 'vitest';
import { ageOf } from './app-version.ts';

test.each([
  ['1.2.0', { newest: '1.2.0', least: '1.2.0' }, 'current'],
  ['1.9.0', { newest: '1.10.0', least: '1.2.0' }, 'older'],
  ['1.10.0', { newest: '1.9.3', least: null }, 'current'],
  ['1.1.9', { newest: '1.10.0', least: '1.2.0' }, 'outdated'],
  ['2.0.0', { newest: '1.10.0', least: '1.2.0' }, 'current'],
  ['1.2.0', { newest: null, least: '1.2.1' }, 'outdated'],
  ['1.2.0', { newest: 'soon', least: 'never' }, 'current'],
  ['beta', { newest: '1.10.0', least: '1.2.0' }, 'current'],
  ['1.2.0', null, 'current'],
] as const)('%s with %o is %s', (version, apps, age) => {
  expect(ageOf(version, apps)).toBe(age);
});
