import type { Coverage } from '@heartwood/contract/billing';
import type { Member } from '@heartwood/contract/family';
import { expect, test } from 'vitest';
import { answerTo, relationName, relationOptions } from './components/relations.ts';
import { handOverLine, planWithoutOwner, withoutOwner } from './components/what-stays.ts';
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
  const coverage = { plan: null, trial_ends_at: null, cancel_at_period_end: false, provider: 'stripe' as const };
  const mine = { family_id: 'f', name: 'The Whitlocks', mine: true };
  expect(paysLine({ ...coverage, status: 'inactive', covered_until: null, covered_by: null }, 3)).toContain('Nobody covers');
  expect(paysLine({ ...coverage, status: 'active', covered_until: '2027-05-03T00:00:00Z', covered_by: mine }, 7)).toBe(
    'Your plan covers all 7, and everyone you still invite.',
  );
  expect(paysLine({ ...coverage, provider: null, status: 'active', covered_until: null, covered_by: mine }, 7)).toBe(
    'It is paid for everyone, and for everyone you still invite.',
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

const paid: Coverage = {
  status: 'active',
  plan: 'yearly',
  covered_until: '2027-05-03T12:00:00Z',
  trial_ends_at: null,
  cancel_at_period_end: false,
  provider: 'stripe',
  covered_by: { family_id: 'f', name: 'The Whitlocks', mine: true },
};
/** Every way in which an owner's family may be covered. */
const ways = {
  renews: paid,
  ends: { ...paid, cancel_at_period_end: true },
  overdue: { ...paid, status: 'past_due' },
  given: { ...paid, cancel_at_period_end: true, provider: null },
  trial: { ...paid, status: 'trialing', plan: null, provider: null },
  lifetime: { ...paid, status: 'lifetime', plan: 'lifetime', covered_until: null },
  forGood: { ...paid, plan: 'lifetime', covered_until: null, cancel_at_period_end: true, provider: null },
  byAnother: { ...paid, covered_by: { ...paid.covered_by!, family_id: 'g', mine: false } },
  nobody: { ...paid, status: 'inactive', plan: null, covered_until: null, provider: null, covered_by: null },
} satisfies Record<string, Coverage>;
const ofEach = (say: (coverage: Coverage) => string | undefined) =>
  Object.fromEntries(Object.entries(ways).map(([way, coverage]) => [way, say(coverage)]));

test('what is paid stays with a family that is handed over, and nobody is charged by itself', () => {
  const until = 'Everything is open to everyone until 3 May 2027. After that the new owner can choose a plan.';
  expect(ofEach((coverage) => handOverLine(coverage, 'f', false))).toEqual({
    renews:
      'What you have paid for stays with it: everything is open to everyone until 3 May 2027. Nothing more is charged to you, and the new owner can choose a plan.',
    ends: until,
    overdue: until,
    given: until,
    trial: 'Until 3 May 2027 it stays free for everyone. Whether there is a plan afterwards is up to the new owner.',
    lifetime: 'Your lifetime plan stays with it: nobody there ever has to pay. It goes on covering any other family you own, too.',
    forGood: 'Somebody has paid for it for good, and that stays with it: the new owner has nothing to pay either.',
    byAnother: 'What is paid for it stays with it.',
    nobody: 'What is paid for it stays with it.',
  });
  expect(handOverLine(paid, 'g', true)).toContain('Your plan goes on for the other families you own.');
  // A trial or a gift is another family's: of this one nothing is known.
  for (const way of ['trial', 'given', 'forGood'] as const) expect(handOverLine(ways[way], 'g', true)).toContain('What is paid for it');
});

const one = { id: 'f', name: 'The Whitlocks' };

test('what is paid stays with a family that has somebody else, and ends with one that has nobody', () => {
  expect(ofEach((coverage) => planWithoutOwner(coverage, [{ ...one, stays: true }]))).toEqual({
    renews: 'Your plan ends, and nothing more is charged. The Whitlocks: it stays covered until 3 May 2027.',
    ends: 'The Whitlocks: it stays covered until 3 May 2027.',
    overdue: 'Your plan ends, and nothing more is charged. The Whitlocks: it stays covered until 3 May 2027.',
    given: 'The Whitlocks: it stays covered until 3 May 2027.',
    trial: 'The Whitlocks: it stays free for everyone until 3 May 2027.',
    lifetime: 'The Whitlocks: it stays covered for good.',
    forGood: 'The Whitlocks: it stays covered for good.',
    byAnother: 'What is paid for your family stays with it.',
    nobody: undefined,
  });
  expect(ofEach((coverage) => planWithoutOwner(coverage, [{ ...one, stays: false }]))).toEqual({
    renews: 'Your plan ends, and nothing more is charged.',
    ends: 'What has been paid for ends with that.',
    overdue: 'Your plan ends, and nothing more is charged.',
    given: 'What has been paid for ends with that.',
    trial: undefined,
    lifetime: 'What has been paid for ends with that.',
    forGood: 'What has been paid for ends with that.',
    byAnother: undefined,
    nobody: undefined,
  });
  expect(
    ofEach((coverage) => planWithoutOwner(coverage, [])),
    'who owns no family has no plan to lose',
  ).toEqual(ofEach(() => undefined));
  const two = [one, { id: 'g', name: 'Ruth’s' }].map((family) => ({ ...family, stays: true }));
  expect(planWithoutOwner(ways.lifetime, two)).toBe('The Whitlocks and Ruth’s: they stay covered for good.');
  expect(planWithoutOwner(ways.trial, two)).toBe('The Whitlocks: it stays free for everyone until 3 May 2027.');
  expect(planWithoutOwner(paid, [{ ...one, stays: undefined }])).toBe('What is paid for your family stays with it.');
});

test('who deletes their account reads who gets the family, or that it goes with them', () => {
  const member = (user_id: string, role: Member['role'], name: string, joined_at: string) => ({ user_id, role, name, joined_at }) as Member;
  const me = member('a', 'owner', 'Nora', '2026-01-01T00:00:00.000Z');
  const ruth = member('b', 'relative', 'Ruth', '2026-01-02T00:00:00.000Z');
  const sam = member('c', 'guardian', 'Sam', '2026-01-03T00:00:00.000Z');
  expect(withoutOwner(one, [me], 'a')).toBe('The Whitlocks: it disappears with you, and everything in it.');
  expect(withoutOwner(one, [me, ruth], 'a')).toBe('The Whitlocks: it stays, and Ruth becomes its owner.');
  expect(withoutOwner(one, [ruth, sam, me], 'a')).toBe('The Whitlocks: it stays, and Sam becomes its owner.');
  expect(withoutOwner(one, undefined, 'a')).toContain('stays if somebody else is in it');
});
