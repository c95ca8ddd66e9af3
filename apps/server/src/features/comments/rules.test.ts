import { expect, it } from 'vitest';
import { mayDeleteComment, mayEditComment } from './rules.ts';

it('a comment is changed by its author alone, and deleted by its author and the guardians', () => {
  const comment = { authorId: 'ruth' };
  const [author, owner, guardian, relative] = [
    { userId: 'ruth', role: 'relative' as const },
    { userId: 'nora', role: 'owner' as const },
    { userId: 'sam', role: 'guardian' as const },
    { userId: 'leo', role: 'relative' as const },
  ];
  expect([author, owner, guardian, relative].map((one) => mayEditComment(one, comment))).toEqual([true, false, false, false]);
  expect([author, owner, guardian, relative].map((one) => mayDeleteComment(one, comment))).toEqual([true, true, true, false]);
});
