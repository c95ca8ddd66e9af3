import { expect, test } from 'vitest';
import { storageKeys } from './storage.ts';

test('[S9.9] the keys of local storage are the six of the specification, and one of ours', () => {
  const names = Object.values(storageKeys).map((key) => (typeof key === 'function' ? key('7') : key));
  expect(names.toSorted()).toEqual(['children_7', 'lastRoute', 'mobileBioAuth', 'preferences', 'profile', 'token', 'user']);
});
