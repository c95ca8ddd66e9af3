import { expect, test } from 'vitest';
import { heirOf } from './heir.ts';

const member = (userId: string, role: 'owner' | 'guardian' | 'relative', day: number) => ({
  userId,
  role,
  joinedAt: new Date(Date.UTC(2026, 0, day)),
});

test('a family is left to the longest-standing guardian, else to whoever has been in it longest', () => {
  const [owner, relative, guardian, later] = [
    member('o', 'owner', 1),
    member('r', 'relative', 2),
    member('g', 'guardian', 3),
    member('l', 'guardian', 4),
  ];
  expect(heirOf([later, guardian, relative, owner], 'o')?.userId).toBe('g');
  expect(heirOf([owner, relative, member('x', 'relative', 5)], 'o')?.userId).toBe('r');
  expect(heirOf([member('b', 'relative', 2), member('a', 'relative', 2), owner], 'o')?.userId).toBe('a');
  expect(heirOf([owner], 'o')).toBeUndefined();
});
