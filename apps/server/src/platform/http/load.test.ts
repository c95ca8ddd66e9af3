import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { Load } from './load.ts';

const door = '/api/posts';
let load: Load;
let gone: Set<number>;
beforeEach(() => {
  vi.useFakeTimers();
  load = new Load(createLog({ logLevel: 'silent' }));
  gone = new Set();
  return () => vi.useRealTimers();
});

/** So many come to a door. @returns what became of each so far, as it goes on */
function come(count: number, name = door): string[] {
  const became = Array.from({ length: count }, () => 'waits');
  for (const n of became.keys())
    void load
      .enter(name, () => gone.has(n))
      .then(
        () => (became[n] = 'is in'),
        () => (became[n] = 'is refused'),
      );
  return became;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
function count(became: string[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const what of became) counted[what] = (counted[what] ?? 0) + 1;
  return counted;
}

describe('how much is let in', () => {
  it('is sixteen at a door, and sixty-four wait; who comes then is refused at once', async () => {
    const became = come(100);
    await settle();
    expect(count(became)).toEqual({ 'is in': 16, waits: 64, 'is refused': 20 });
    expect(became.lastIndexOf('is in')).toBeLessThan(became.indexOf('waits'));
    expect([load.isFull(door), load.refused]).toEqual([true, 20]);
  });

  it('is every photo of a page that shows hundreds', async () => {
    const photos = come(600, '/api/private');
    await settle();
    expect(count(photos)).toEqual({ 'is in': 16, waits: 584 });
  });

  it('is by the door: others have room', async () => {
    come(100);
    const others = come(5, '/api/login');
    await settle();
    expect(count(others)).toEqual({ 'is in': 5 });
    expect(load.isFull('/api/login')).toBe(false);
  });

  it('is the next in turn for each that is done', async () => {
    const became = come(30);
    for (let n = 0; n < 5; n += 1) load.leave(door);
    await settle();
    expect(became.map((what) => what === 'is in')).toEqual(became.map((_, n) => n < 21));
  });

  it('is everybody of some who come at once, one after another', async () => {
    const became = come(40);
    for (let n = 0; n < 24; n += 1) {
      await vi.advanceTimersByTimeAsync(300);
      load.leave(door);
    }
    await settle();
    expect(count(became)).toEqual({ 'is in': 40 });
  });

  it('is nobody who has waited for half a second, where somebody has waited for two seconds already', async () => {
    come(50);
    await vi.advanceTimersByTimeAsync(1_000);
    load.leave(door);
    await vi.advanceTimersByTimeAsync(1_000);
    const became = come(10);
    await vi.advanceTimersByTimeAsync(499);
    expect(count(became)).toEqual({ waits: 10 });
    await vi.advanceTimersByTimeAsync(1);
    expect(count(became)).toEqual({ 'is refused': 10 });
    // Nobody waits any more: so the next ones wait as long as they did.
    for (let n = 0; n < 33; n += 1) load.leave(door);
    const later = come(5);
    for (let n = 0; n < 4; n += 1) {
      await vi.advanceTimersByTimeAsync(1_900);
      load.leave(door);
    }
    await settle();
    expect(count(later)).toEqual({ 'is in': 4, waits: 1 });
  });

  it('is nobody behind those who have not been done for two seconds', async () => {
    const became = come(20);
    await vi.advanceTimersByTimeAsync(1_000);
    load.leave(door);
    const later = come(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect([count(became), later]).toEqual([{ 'is in': 17, waits: 3 }, ['waits']]);
    await vi.advanceTimersByTimeAsync(1);
    expect([count(became), later]).toEqual([{ 'is in': 17, 'is refused': 3 }, ['is refused']]);
  });

  it('passes over who has hung up, and leaves no timer', async () => {
    const became = come(19);
    for (const n of [16, 17]) gone.add(n);
    load.leave(door);
    await settle();
    expect(became.slice(16)).toEqual(['is refused', 'is refused', 'is in']);
    for (let n = 0; n < 16; n += 1) load.leave(door);
    expect(vi.getTimerCount()).toBe(0);
    const again = come(80);
    await settle();
    expect(count(again)).toEqual({ 'is in': 16, waits: 64 });
  });
});
