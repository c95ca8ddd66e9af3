import { expect, test } from 'vitest';
import { stepFrom, stepToResume } from './logic.ts';

test('the first steps are taken up where nothing has been done yet', () => {
  expect(stepToResume({ photo: false, children: true })).toBe('you');
  expect(stepToResume({ photo: true, children: false })).toBe('children');
  expect(stepToResume({ photo: true, children: true })).toBe('invite');
  expect(stepFrom('children')).toBe('children');
  expect(stepFrom('nothing')).toBeUndefined();
});
