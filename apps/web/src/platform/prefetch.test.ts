import { expect, test } from 'vitest';
import { settle } from '../../test/settle.ts';
import { createPrefetchQueue, prefetchLimit } from './prefetch.ts';

test('[S9.2] at most four routes are fetched ahead at the same time, the others follow in order', async () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const queue = createPrefetchQueue((path) => {
    started.push(path);
    return new Promise<void>((resolve) => finish.push(resolve));
  });
  for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) queue.add(path);
  await settle();
  expect(prefetchLimit).toBe(4);
  expect(started).toEqual(['/a', '/b', '/c', '/d']);
  expect(queue.running()).toBe(4);
  finish[1]!();
  await settle();
  expect(started).toEqual(['/a', '/b', '/c', '/d', '/e']);
  finish[0]!();
  await settle();
  expect(started.at(-1)).toBe('/f');
});

test('a path is fetched once, and again only after it failed', async () => {
  const tries: string[] = [];
  let broken = true;
  const queue = createPrefetchQueue(async (path) => {
    tries.push(path);
    if (broken) throw new Error('offline');
  });
  queue.add('/a');
  queue.add('/a');
  await settle();
  expect(tries).toEqual(['/a']);
  broken = false;
  queue.add('/a');
  await settle();
  queue.add('/a');
  await settle();
  expect(tries).toEqual(['/a', '/a']);
  expect(queue.running()).toBe(0);
});
