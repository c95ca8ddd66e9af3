import type { Invitation } from '@heartwood/contract/invitations';
import type { Relationship } from '@heartwood/contract/people';
import { expect, test } from 'vitest';
import {
  dayOf,
  firstNameOf,
  inSentence,
  memberVerbs,
  onTheirWay,
  paragraphsOf,
  paysLine,
  relationOptions,
  tokenFrom,
  untilInWords,
  whoItIs,
} from './logic.ts';

test('a code comes by itself, with white space, or inside its link', () => {
  expect(tokenFrom('  abc-DEF_123 ')).toBe('abc-DEF_123');
  expect(tokenFrom('abc-DEF\n_123')).toBe('abc-DEF_123');
  expect(tokenFrom('https://heartwood.example/invitation?token=abc%2D1&x=2#top')).toBe('abc-1');
  expect(tokenFrom('see http://localhost:3000/accept-invite?a=1&token=abc bye')).toBe('abc');
  expect(tokenFrom('?token=%E0%A4%A')).toBe('%E0%A4%A');
});

test('names in a sentence', () => {
  expect(inSentence('The Whitlock family')).toBe('the Whitlock family');
  expect(inSentence('Theo’s people')).toBe('Theo’s people');
  expect(firstNameOf('  Nora  Whitlock ')).toBe('Nora');
  expect(firstNameOf('')).toBe('');
});

test('a message is read by its paragraphs', () => {
  expect(paragraphsOf('Dear Ruth,\n\n  come in. \nNora\n')).toEqual(['Dear Ruth,', 'come in.', 'Nora']);
});

test('until when, in words', () => {
  const now = new Date(2026, 10, 21, 14, 0);
  const at = (day: number, hour: number, minute = 0, year = 2026, month = 10) => new Date(year, month, day, hour, minute).toISOString();
  expect(untilInWords(at(21, 18, 40), now)).toBe('today, 18:40');
  expect(untilInWords(at(22, 8, 5), now)).toBe('tomorrow, 08:05');
  expect(untilInWords(at(24, 14), now)).toBe('24 November');
  expect(dayOf(at(2, 9, 0, 2027, 0), now)).toBe('2 January 2027');
  expect(dayOf(at(15, 9), now)).toBe('15 November');
});

test('on their way are the open ones, then those that ran out, the newest first', () => {
  const one = (id: string, status: Invitation['status'], sent_at: string) => ({ id, status, sent_at }) as Invitation;
  const list = [
    one('old', 'expired', '2026-11-01T00:00:00Z'),
    one('gone', 'revoked', '2026-11-05T00:00:00Z'),
    one('a', 'open', '2026-11-02T00:00:00Z'),
    one('in', 'accepted', '2026-11-06T00:00:00Z'),
    one('b', 'open', '2026-11-03T00:00:00Z'),
  ];
  expect(onTheirWay(list).map(({ id }) => id)).toEqual(['b', 'a', 'old']);
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

test('every kind of relationship can be chosen, grown-ups first', () => {
  expect(relationOptions).toHaveLength(28);
  expect(relationOptions[0]).toEqual({ value: '6', label: 'Partner' });
  expect(relationOptions.at(-1)).toEqual({ value: '23', label: 'Godchild' });
});

test('an invitation may be for somebody the family remembers without an account, by name', () => {
  const person = (heartwood_id: string, name: string, is_user: number, relationship = '') =>
    ({ heartwood_id, name, is_user, relationship }) as Relationship;
  expect(whoItIs([person('1', 'Nora', 1), person('2', 'Leo', 0, 'Nephew'), person('3', 'Ada', 0)], 'Somebody new')).toEqual([
    { value: 'new', label: 'Somebody new' },
    { value: '3', label: 'Ada' },
    { value: '2', label: 'Leo', hint: 'Nephew' },
  ]);
});
