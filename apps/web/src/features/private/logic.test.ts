import type { Coverage } from '@heartwood/contract/billing';
import { expect, test } from 'vitest';
import { coverageLine, stepFrom, stepToResume } from './logic.ts';

test('the first steps are taken up where nothing has been done yet', () => {
  expect(stepToResume({ photo: false, children: true })).toBe('you');
  expect(stepToResume({ photo: true, children: false })).toBe('children');
  expect(stepToResume({ photo: true, children: true })).toBe('invite');
  expect(stepFrom('children')).toBe('children');
  expect(stepFrom('nothing')).toBeUndefined();
});

test('what covers somebody, in one line', () => {
  const covered_by = { family_id: 'f', name: 'The Whitlocks', mine: true };
  const coverage: Coverage = {
    status: 'active',
    plan: 'yearly',
    covered_until: '2027-05-03T12:00:00Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    provider: 'sandbox',
    covered_by,
  };
  expect(coverageLine(coverage)).toBe('Yearly, renews on 3 May 2027');
  expect(coverageLine({ ...coverage, cancel_at_period_end: true })).toBe('Yearly, ends on 3 May 2027');
  expect(coverageLine({ ...coverage, status: 'trialing', plan: null })).toBe('Free until 3 May 2027');
  expect(coverageLine({ ...coverage, status: 'past_due' })).toBe('A payment did not go through. Covered until 3 May 2027.');
  expect(coverageLine({ ...coverage, status: 'lifetime', plan: 'lifetime', covered_until: null })).toBe('Covered for good');
  expect(coverageLine({ ...coverage, covered_by: { ...covered_by, mine: false } })).toBe('Covered by The Whitlocks');
  expect(coverageLine({ ...coverage, status: 'inactive', covered_by: null })).toBe('Nobody covers the family at the moment');
});
