import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createQueues, filterInTurns, mapInTurns } from './turns.ts';

const busy = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

describe('work in turns', () => {
  it('gives others a round of the event loop after each turn, however many work so', async () => {
    const over = new AbortController();
    let rounds = 0;
    const others = async () => {
      for (; !over.signal.aborted; rounds += 1) await setImmediate();
    };
    const watching = others();
    // Each entry takes a whole turn.
    const all = Array.from({ length: 5 }, (_, n) => n);
    const made = await Promise.all(Array.from({ length: 4 }, () => mapInTurns(all, (n) => (busy(12), n * 2))));
    over.abort();
    await watching;
    expect(made).toEqual(Array.from({ length: 4 }, () => [0, 2, 4, 6, 8]));
    expect(rounds).toBeGreaterThanOrEqual(20);
  });

  it('ends when enough is found', async () => {
    const looked: number[] = [];
    const isEven = (n: number) => looked.push(n) > 0 && n % 2 === 0;
    expect(await filterInTurns([1, 2, 3, 4, 5, 6], isEven, 2)).toEqual([2, 4]);
    expect(looked).toEqual([1, 2, 3, 4]);
    expect(await filterInTurns([], isEven, 2)).toEqual([]);
  });

  it('ends with what goes wrong, and the next one takes its turn', async () => {
    const wrong = () => {
      throw new Error('no');
    };
    await expect(mapInTurns([1], wrong)).rejects.toThrow('no');
    expect(await mapInTurns([1], (n) => n)).toEqual([1]);
  });
});

describe('work of one key', () => {
  it('is done one after the other, also after what went wrong; of another key meanwhile', async () => {
    const done: string[] = [];
    const inQueue = createQueues(2);
    const held = Promise.withResolvers<void>();
    const first = inQueue('nora', async () => {
      await held.promise;
      done.push('first');
      throw new Error('no');
    });
    const second = inQueue('nora', async () => done.push('second'));
    await inQueue('leo', async () => done.push('other'));
    held.resolve();
    await expect(first).rejects.toThrow('no');
    await second;
    await inQueue('nora', async () => done.push('later'));
    expect(done).toEqual(['other', 'first', 'second', 'later']);
  });

  it('that has waited longest is given up where too much of it waits', async () => {
    const done: string[] = [];
    const inQueue = createQueues(2);
    const held = Promise.withResolvers<void>();
    const first = inQueue('nora', () => held.promise.then(() => done.push('first')));
    const [second, third, fourth] = ['second', 'third', 'fourth'].map((name) => inQueue('nora', async () => done.push(name)));
    await expect(second).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 });
    held.resolve();
    await Promise.all([first, third, fourth]);
    expect(done).toEqual(['first', 'third', 'fourth']);
  });
});
