import { expect, test } from 'vitest';
import { answerTo, relationName, relationOptions } from './components/relations.ts';
import { firstName, inSentence, memberVerbs, paysLine } from './logic.ts';

test('names in a sentence', () => {
  expect(inSentence('The Whitlock family')).toBe('the Whitlock family');
  expect(inSentence('Theo’s people')).toBe('Theo’s people');
  expect(firstName('  Nora  Whitlock ')).toBe('Nora');
  expect(firstName('')).toBe('');
});

test('who may do what to whom', () => {
  const relative = { user_id: 'r', role: 'relative' as const };
  const owner = { user_id: 'o', role: 'owner' as const };
  expect(memberVerbs('owner', 'o', relative)).toEqual({ changeRole: 'guardian', remove: true, leave: false });
  expect(memberVerbs('guardian', 'g', owner)).toEqual({ changeRole: undefined, remove: false, leave: false });
  expect(memberVerbs('guardian', 'g', { user_id: 'g', role: 'guardian' })).toEqual({ changeRole: undefined, remove: false, leave: true });
  expect(memberVerbs('relative', 'x', relative)).toEqual({ changeRole: undefined, remove: false, leave: false });
  expect(memberVerbs('relative', 'r', relative).leave).toBe(true);
  expect(memberVerbs('owner', 'o', owner).leave).toBe(false);
});

test('who pays, in a sentence', () => {
  const coverage = { plan: null, trial_ends_at: null, cancel_at_period_end: false, provider: null };
  const mine = { family_id: 'f', name: 'The Whitlocks', mine: true };
  expect(paysLine({ ...coverage, status: 'inactive', covered_until: null, covered_by: null }, 3)).toContain('Nobody covers');
  expect(paysLine({ ...coverage, status: 'active', covered_until: '2027-05-03T00:00:00Z', covered_by: mine }, 7)).toBe(
    'Your plan covers all 7, and everyone you still invite.',
  );
  expect(paysLine({ ...coverage, status: 'active', covered_until: null, covered_by: { ...mine, mine: false } }, 7)).toContain(
    'You never pay.',
  );
});

test('every kind of relationship is asked once, in groups; of a woman nobody asks whether she is a father', () => {
  const all = relationOptions();
  expect(all.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, n) => n + 1));
  expect(all[0]).toEqual({ value: '6', label: 'Partner', group: 'Partner and in-laws' });
  const labels = (options: typeof all) => options.filter(({ group }) => group === 'Parents').map(({ label }) => label);
  expect(labels(relationOptions({ gender: 'female' }))).toEqual(['Mother', 'Parent', 'Step-parent']);
  expect(labels(relationOptions({ gender: 'male' }))).toEqual(['Father', 'Parent', 'Step-parent']);
  expect(labels(relationOptions({ gender: 'other' }))).toEqual(['Mother', 'Father', 'Parent', 'Step-parent']);
  expect(labels(relationOptions({ gender: 'male', chosen: '7' })), 'what is said stays').toContain('Mother');
  expect(relationOptions({ without: ['3', '2', '1', '4', '5', '23'] }).map(({ group }) => group)).not.toContain(
    'Children and grandchildren',
  );
});

test('what follows from as what somebody was invited is offered; of a grandparent nothing does', () => {
  const kind = (name: string) => Number(relationOptions().find(({ label }) => label === name)!.value);
  const offered = (invitedAs: string, gender?: 'female' | 'male' | 'other') => {
    const answer = answerTo(kind(invitedAs), gender);
    return answer && relationName(answer);
  };
  expect([offered('Mother', 'female'), offered('Father', 'male'), offered('Mother')]).toEqual(['Daughter', 'Son', 'Child']);
  expect([offered('Sister', 'male'), offered('Brother', 'other')]).toEqual(['Brother', 'Sibling']);
  expect([offered('Aunt', 'female'), offered('Aunt'), offered('Nephew', 'male')]).toEqual(['Niece', undefined, 'Uncle']);
  expect([offered('Partner'), offered('Cousin', 'female'), offered('Son', 'male')]).toEqual(['Partner', 'Cousin', 'Father']);
  expect([offered('Grandmother', 'female'), offered('Grandfather'), offered('Other'), answerTo(0, 'female')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
