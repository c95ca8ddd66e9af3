import { expect, test } from 'vitest';
import { latestFirst } from './deleted-order.ts';

const at = (...minutes: number[]) => minutes.map((minute) => ({ deleted_at: new Date(minute * 60_000).toISOString() }));
const shown = (...lists: Parameters<typeof latestFirst>[0]) => latestFirst(lists).map((item) => Date.parse(item.deleted_at) / 60_000);

test('what is in several lists stands in one order, the latest deletion first', () => {
  expect(shown({ items: at(9, 4), hasMore: false }, { items: at(8, 7, 1), hasMore: false }, { items: [], hasMore: false })).toEqual([
    9, 8, 7, 4, 1,
  ]);
});

test('nothing is shown among which something may still be missing', () => {
  const posts = { items: at(9, 6), hasMore: true };
  const comments = { items: at(8, 5, 3), hasMore: false };
  expect(shown(posts, comments)).toEqual([9, 8, 6]);
  expect(shown(posts, comments, { items: at(10, 7), hasMore: true })).toEqual([10, 9, 8, 7]);
  expect(shown({ ...posts, hasMore: false }, comments)).toEqual([9, 8, 6, 5, 3]);
});
