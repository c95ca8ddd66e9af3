import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseAudience } from '#features/posts/rules.ts';
import { audienceOfAnswer, chooseRecipients, dueFrom, isWithin, mayManageQuestion, maySeeQuestion } from './rules.ts';
import type { Circle } from './rules.ts';

test('nobody but oneself is nobody; oneself among others is left out', () => {
  expect(chooseRecipients('me', undefined)).toEqual({ everyone: true, recipientIds: [] });
  expect(chooseRecipients('me', [])).toBeNull();
  expect(chooseRecipients('me', ['me', 'me'])).toBeNull();
  expect(chooseRecipients('me', ['ruth', 'me', 'ruth', 'leo'])).toEqual({ everyone: false, recipientIds: ['ruth', 'leo'] });
});

test('a question of some is seen by them and its asker, guardian or not', () => {
  const asked = { askerId: 'nora', everyone: false, recipientIds: ['ruth'] };
  const seen = (['nora', 'ruth', 'sam', 'leo'] as const).filter((userId) => maySeeQuestion({ userId, role: 'guardian' }, asked));
  expect(seen).toEqual(['nora', 'ruth']);
  expect(maySeeQuestion({ userId: 'leo', role: 'relative' }, { ...asked, everyone: true })).toBe(true);
  expect(mayManageQuestion({ userId: 'leo', role: 'relative' }, asked)).toBe(false);
  expect(mayManageQuestion({ userId: 'sam', role: 'guardian' }, asked)).toBe(true);
});

test('no choice of audience shows an answer to somebody who does not see the question', () => {
  const people = ['nora', 'ruth', 'leo', 'sam'];
  const some = fc.subarray(people);
  const choices = fc.record(
    { audience: fc.constantFrom('family' as const, 'guardians' as const, 'people' as const, 'me' as const), audience_user_ids: some },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.boolean(), some, choices, (everyone, userIds, asked) => {
      const circle: Circle = { id: 'q', everyone, userIds };
      const choice = chooseAudience(asked, audienceOfAnswer(circle, 'ruth'));
      if (!choice || !isWithin(circle, choice) || everyone || choice.audience === 'me') return;
      expect(choice.audience).toBe('people');
      expect(choice.audienceUserIds.filter((id) => !userIds.includes(id))).toEqual([]);
    }),
  );
});

test.each([
  ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
  ['2026-11-21T20:59:59Z', '2026-11-21T20:59:59Z'],
  ['2026-11-21T21:00:00Z', '2026-11-22T08:00:00Z'],
  ['2026-12-31T23:30:00Z', '2027-01-01T08:00:00Z'],
  ['2026-11-21T00:00:00Z', '2026-11-21T08:00:00Z'],
  ['2026-11-21T07:59:59Z', '2026-11-21T08:00:00Z'],
])('a reminder of %s is sent at %s', (asked, sent) => {
  expect(dueFrom(new Date(asked))).toEqual(new Date(sent));
});
