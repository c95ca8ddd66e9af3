import { expect, it } from 'vitest';
import { createSpeed, doubled, fitsOneRequest, refusedFile } from './logic.ts';

it('refuses what is empty or too large before it is sent', () => {
  expect(refusedFile({ size: 0 })).toBe('uploads.empty');
  expect(refusedFile({ size: 5 * 1024 ** 3 })).toBeUndefined();
  expect(refusedFile({ size: 5 * 1024 ** 3 + 1 })).toBe('uploads.tooLarge');
});

it('sends small photos in one request, and everything long in chunks', () => {
  expect(fitsOneRequest({ size: 4 * 1024 ** 2, type: 'image/jpeg' })).toBe(true);
  expect(fitsOneRequest({ size: 4 * 1024 ** 2 + 1, type: 'image/jpeg' })).toBe(false);
  expect(fitsOneRequest({ size: 1, type: 'video/mp4' })).toBe(false);
});

it('tells how fast a file goes, and is not upset by a pause or a step back', () => {
  let at = 0;
  const speed = createSpeed(() => at);
  expect(speed(0)).toBeUndefined();
  at = 1_000;
  expect(speed(1_000_000)).toBe(1_000_000);
  at = 2_000;
  expect(speed(3_000_000)).toBeCloseTo(1_300_000);
  expect(speed(0)).toBeCloseTo(1_300_000);
});

it('finds the second of two files with the same bytes, whatever they are called', () => {
  const hashes = new Map([
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'a'],
  ]);
  const one = (key: string) => ({ sha256: hashes.get(key) });
  expect(doubled(['1', '2'], one)).toBeUndefined();
  expect(doubled(['1', '2', '3'], one)).toBe('3');
  expect(doubled(['4', '5'], one)).toBeUndefined();
});
