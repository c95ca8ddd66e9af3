import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** Where the counter of a millisecond begins: by chance, in the lower half, so that it never overflows. */
const counterStart = 2 ** 31;
let latest = { msecs: -1, seq: 0 };

/**
 * A new id: UUIDv7 (RFC 9562), so that ids sort by when they were made. Those of one process do so within a millisecond too
 * (RFC 9562, 6.2, method 1): what was made later stands later, also while a test's clock stands still.
 */
export function newId(clock: Clock): string {
  const msecs = clock.now().getTime();
  latest = { msecs, seq: msecs === latest.msecs ? latest.seq + 1 : randomInt(counterStart) };
  return v7(latest);
}

/** Ids in their order, each once. */
export const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
