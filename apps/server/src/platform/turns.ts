import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { refuse } from './http/refusal.ts';

// [Note: Work in turns]
// What goes through many texts that people have written takes as long as they have made it. Done at once it would stop every other request. So
// it is done in turns of a few milliseconds, one turn in one round of the event loop, however many requests work so: a turn waits for the turns of
// the others, and all other requests are served between two of them. What is done with one entry is not interrupted: it has a limit of its own.

/** Milliseconds of one turn. */
const turnMs = 10;
/** The turns of all requests, one after the other. */
const turns = pLimit(1);

/** Does something with each of many entries in turns, as long as it answers that more are wanted. See [Note: Work in turns]. */
async function inTurns<One>(all: readonly One[], work: (one: One) => boolean): Promise<void> {
  let at = 0;
  const turn = async () => {
    const end = performance.now() + turnMs;
    let isWanted = true;
    while (isWanted && at < all.length && performance.now() < end) {
      isWanted = work(all[at]!);
      at += 1;
    }
    await setImmediate();
    return isWanted && at < all.length;
  };
  while (await turns(turn));
}

/** Those of many entries that fit, the first `most` of them, looked for in turns. */
export async function filterInTurns<One>(all: readonly One[], isFitting: (one: One) => boolean, most: number): Promise<One[]> {
  const fitting: One[] = [];
  await inTurns(all, (one) => {
    if (isFitting(one)) fitting.push(one);
    return fitting.length < most;
  });
  return fitting;
}

/** What is made of each of many entries, in turns. */
export async function mapInTurns<One, Made>(all: readonly One[], make: (one: One) => Made): Promise<Made[]> {
  const made: Made[] = [];
  await inTurns(all, (one) => made.push(make(one)) > 0);
  return made;
}

/**
 * Runs work of the same key one after the other, and of different keys at once.
 * @param most how much of a key waits at once; where more would, what has waited longest is given up
 * @returns what runs the work, and throws Refused rate_limited where it is given up
 */
export function createQueues(most: number): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  /** What waits, for each key of which something runs. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>();
  return async (key, work) => {
    const waiting = queues.get(key);
    if (waiting) {
      if (waiting.length === most) waiting.shift()?.reject(refuse.limited(1));
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      await turn.promise;
    } else queues.set(key, []);
    try {
      return await work();
    } finally {
      const next = queues.get(key)?.shift();
      if (next) next.resolve();
      else queues.delete(key);
    }
  };
}
