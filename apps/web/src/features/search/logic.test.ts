import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchesOf, stepFrom, withSearch } from './logic.ts';

describe('what was looked for', () => {
  it('is remembered once, the latest first, six at most', () => {
    expect(withSearch(['cabin snow'], ' tomato   soup ')).toEqual(['tomato soup', 'cabin snow']);
    expect(withSearch(['a b', 'Soup'], 'soup')).toEqual(['soup', 'a b']);
    expect(withSearch(['soup'], ' x ')).toEqual(['soup']);
    fc.assert(
      fc.property(fc.array(fc.string()), (all) => {
        const kept = all.reduce<string[]>(withSearch, []);
        expect(kept.length).toBeLessThanOrEqual(6);
        expect(new Set(kept.map((one) => one.toLowerCase())).size).toBe(kept.length);
      }),
    );
  });

  it('is nothing where what was kept is damaged', () => {
    expect([searchesOf(undefined), searchesOf({}), searchesOf(['soup', 7])]).toEqual([[], [], ['soup']]);
  });
});

describe('the arrow keys', () => {
  it('go from the field through what was found and back', () => {
    expect(stepFrom(-1, 'ArrowDown', 3)).toBe(0);
    expect(stepFrom(2, 'ArrowDown', 3)).toBe(2);
    expect(stepFrom(0, 'ArrowUp', 3)).toBe(-1);
    expect(stepFrom(-1, 'ArrowDown', 0)).toBe(-1);
    expect(stepFrom(-1, 'Home', 3)).toBeUndefined();
    expect(stepFrom(1, 'End', 3)).toBe(2);
    expect(stepFrom(1, 'a', 3)).toBeUndefined();
  });
});
