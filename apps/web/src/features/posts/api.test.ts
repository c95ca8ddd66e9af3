import { expect, test } from 'vitest';
import { addressesLast } from '#platform/addresses.ts';
import { commentsQuery, feedQuery, memoriesQuery, onThisDayQuery, postQuery } from './api.ts';

test('whatever shows pictures is asked for anew before their addresses end', () => {
  const days = { from: '2026-01-01', to: '2026-02-01' };
  const shown = [feedQuery(), postQuery('1'), onThisDayQuery('2026-05-03'), memoriesQuery('emma', days), commentsQuery('1')];
  expect(shown.map(({ refetchInterval }) => refetchInterval)).toEqual(shown.map(() => addressesLast));
});
