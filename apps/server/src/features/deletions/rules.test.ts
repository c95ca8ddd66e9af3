import { expect, it } from 'vitest';
import { goneAt, mayRestore, undoableSince } from './rules.ts';

it('a deletion can be undone for thirty days, by the author and by the guardian who deleted', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  expect(undoableSince(now)).toEqual(new Date('2026-10-22T09:00:00Z'));
  expect(goneAt(undoableSince(now))).toEqual(now);
  const by = (userId: string, role: 'owner' | 'guardian' | 'relative' = 'guardian') => ({ userId, role });
  const deleted = { authorId: 'ruth', deletedBy: 'sam' };
  expect([by('ruth', 'relative'), by('sam'), by('nora', 'owner'), by('sam', 'relative')].map((one) => mayRestore(one, deleted))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayRestore(by('sam'), { authorId: 'ruth', deletedBy: null })).toBe(false);
});
