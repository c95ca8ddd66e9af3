import { expect, test } from 'vitest';
import { addressesLast } from '#platform/addresses.ts';
import { birthdaysQuery, gatheredQuery } from './api.ts';

test('faces and pictures of a card are asked for anew before their addresses end', () => {
  const shown = [birthdaysQuery('2026-05-03'), gatheredQuery('emma')];
  expect(shown.map(({ refetchInterval }) => refetchInterval)).toEqual([addressesLast, addressesLast]);
});
