import { expect, it } from 'vitest';
import { goneAt, undoableSince } from './undo.ts';

it('a deletion can be undone for thirty days', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  expect(undoableSince(now)).toEqual(new Date('2026-10-22T09:00:00Z'));
  expect(goneAt(undoableSince(now))).toEqual(now);
});
