import { expect, it } from 'vitest';
import { barsOf } from './wave-bars.ts';

it('words stand out of the pauses between them, also where each part has a loud moment', () => {
  // A loud moment in each ten: a word is loud for eight of them, a pause for one.
  const word = [0.2, 0.8, 0.9, 1, 0.9, 0.8, 0.9, 1, 0.8, 0.2];
  const pause = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
  const [first = 0, between = 0, last = 0] = barsOf([...word, ...pause, ...word], 3);
  expect(first).toBe(1);
  expect(last).toBe(1);
  expect(between).toBeLessThan(0.5);
});

it('the loudest bar is as high as there is room, a quiet voice like a loud one, and silence is a row of dots', () => {
  expect(barsOf([0.1, 0.05], 2)).toEqual([1, 0.5]);
  expect(barsOf([0, 0, 0, 0], 2)).toEqual([0.08, 0.08]);
  expect(barsOf([], 2)).toEqual([0.08, 0.08]);
});

it('has bars for all the room there is, and none where there is none', () => {
  expect(barsOf([0.5, 1], 4)).toEqual([0.5, 0.5, 1, 1]);
  expect(barsOf([1], 0)).toEqual([]);
});
