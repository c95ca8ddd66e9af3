import { expect, it } from 'vitest';
import { beginTry, untilTried } from './tries.ts';

it('who comes back waits for the try that is under way, and for one that follows it', async () => {
  const told: string[] = [];
  const endFirst = beginTry(['words', 'file']);
  const waiting = untilTried('file').then(() => told.push('file'));
  await untilTried('another');
  const endSecond = beginTry(['file']);
  endFirst();
  await untilTried('words');
  expect(told).toEqual([]);
  endSecond();
  await waiting;
  expect(told).toEqual(['file']);
});
