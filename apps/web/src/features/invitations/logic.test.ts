import type { Invitation } from '@heartwood/contract/invitations';
import type { Relationship } from '@heartwood/contract/people';
import { expect, test } from 'vitest';
import { onTheirWay, paragraphsOf, tokenFrom, whoItIs } from './logic.ts';

test('a code comes by itself, with white space, or inside its link', () => {
  expect(tokenFrom('  abc-DEF_123 ')).toBe('abc-DEF_123');
  expect(tokenFrom('abc-DEF\n_123')).toBe('abc-DEF_123');
  expect(tokenFrom('https://heartwood.example/invitation?token=abc%2D1&x=2#top')).toBe('abc-1');
  expect(tokenFrom('see http://localhost:3000/accept-invite?a=1&token=abc bye')).toBe('abc');
  expect(tokenFrom('?token=%E0%A4%A')).toBe('%E0%A4%A');
});

test('a message is read by its paragraphs', () => {
  expect(paragraphsOf('Dear Ruth,\n\n  come in. \nNora\n')).toEqual(['Dear Ruth,', 'come in.', 'Nora']);
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

test('an invitation may be for somebody the family remembers without an account, by name', () => {
  const person = (heartwood_id: string, name: string, is_user: number, relationship_id = 0, birth_day: string | null = null) =>
    ({ heartwood_id, name, is_user, relationship_id, birth_day }) as Relationship;
  const people = [
    person('1', 'Nora', 1),
    person('2', 'Leo', 0, 20, '2013-11-28'),
    person('3', 'Ada', 0),
    person('4', 'Emma', 0, 3, '2013-11-29'),
    person('5', 'Baby', 0, 3, '2026-12-24'),
  ];
  expect(whoItIs(people, '2026-11-28', 'Somebody new'), 'nobody under 13').toEqual([
    { value: 'new', label: 'Somebody new' },
    { value: '3', label: 'Ada' },
    { value: '2', label: 'Leo', hint: 'Leo is your nephew' },
  ]);
});
