import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createLimitedServer, Load } from './load.ts';

const group = '/api/posts';
let load: Load;
let gone: Set<number>;
beforeEach(() => {
  vi.useFakeTimers();
  load = new Load(createLog({ logLevel: 'silent' }));
  gone = new Set();
  return () => vi.useRealTimers();
});

/** Sends so many requests to a route group. @returns what became of each so far, as it goes on */
function send(count: number, name = group): string[] {
  const became = Array.from({ length: count }, () => 'waits');
  for (const n of became.keys())
    void load
      .admit(name, () => gone.has(n))
      .then(
        () => (became[n] = 'is admitted'),
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

describe('what is admitted', () => {
  it('is sixteen requests of a route group, and sixty-four wait; further ones are refused at once', async () => {
    const became = send(100);
    await settle();
    expect(count(became)).toEqual({ 'is admitted': 16, waits: 64, 'is refused': 20 });
    expect(became.lastIndexOf('is admitted')).toBeLessThan(became.indexOf('waits'));
    expect([load.isFull(group), load.refused]).toEqual([true, 20]);
  });

  it('is every photo of a page that shows hundreds', async () => {
    const photos = send(600, '/api/private');
    await settle();
    expect(count(photos)).toEqual({ 'is admitted': 16, waits: 584 });
  });

  it('is counted by the route group: others have places', async () => {
    send(100);
    const others = send(5, '/api/login');
    await settle();
    expect(count(others)).toEqual({ 'is admitted': 5 });
    expect(load.isFull('/api/login')).toBe(false);
  });

  it('is the next of the queue for each that ends', async () => {
    const became = send(30);
    for (let n = 0; n < 5; n += 1) load.release(group);
    await settle();
    expect(became.map((what) => what === 'is admitted')).toEqual(became.map((_, n) => n < 21));
  });

  it('is every request of a burst, one after another', async () => {
    const became = send(40);
    for (let n = 0; n < 24; n += 1) {
      await vi.advanceTimersByTimeAsync(300);
      load.release(group);
    }
    await settle();
    expect(count(became)).toEqual({ 'is admitted': 40 });
  });

  it('is nothing that has waited for half a second, where the queue has not been empty for two seconds', async () => {
    send(50);
    await vi.advanceTimersByTimeAsync(1_000);
    load.release(group);
    await vi.advanceTimersByTimeAsync(1_000);
    const became = send(10);
    await vi.advanceTimersByTimeAsync(499);
    expect(count(became)).toEqual({ waits: 10 });
    await vi.advanceTimersByTimeAsync(1);
    expect(count(became)).toEqual({ 'is refused': 10 });
    // The queue is empty: so the next ones wait as long as they did.
    for (let n = 0; n < 33; n += 1) load.release(group);
    const later = send(5);
    for (let n = 0; n < 4; n += 1) {
      await vi.advanceTimersByTimeAsync(1_900);
      load.release(group);
    }
    await settle();
    expect(count(later)).toEqual({ 'is admitted': 4, waits: 1 });
  });

  it('is nothing behind requests of which none has ended for two seconds', async () => {
    const became = send(20);
    await vi.advanceTimersByTimeAsync(1_000);
    load.release(group);
    const later = send(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect([count(became), later]).toEqual([{ 'is admitted': 17, waits: 3 }, ['waits']]);
    await vi.advanceTimersByTimeAsync(1);
    expect([count(became), later]).toEqual([{ 'is admitted': 17, 'is refused': 3 }, ['is refused']]);
  });

  it('passes over clients that have disconnected, and leaves no timer', async () => {
    const became = send(19);
    for (const n of [16, 17]) gone.add(n);
    load.release(group);
    await settle();
    expect(became.slice(16)).toEqual(['is refused', 'is refused', 'is admitted']);
    for (let n = 0; n < 16; n += 1) load.release(group);
    expect(vi.getTimerCount()).toBe(0);
    const again = send(80);
    await settle();
    expect(count(again)).toEqual({ 'is admitted': 16, waits: 64 });
  });
});

it('is worked on for as long as that takes: a silent connection is not cut while the server owes an answer', () => {
  const server = createLimitedServer(() => undefined, { load, headers: {}, origins: [], keepAlive: 65_000 });
  expect([server.timeout, server.requestTimeout]).toEqual([0, 0]);
  expect([server.headersTimeout, server.keepAliveTimeout], 'headers and pauses are limited').toEqual([30_000, 65_000]);
});
