import { refuse } from './refusal.ts';

// [Note: Why attempts wait for each other]
// A limit on failures cannot know yet whether the running attempts will fail. Counting them all as failures would refuse a whole family
// that signs in at once behind one address; counting none would let a thousand passwords be guessed at the same time. So an attempt
// starts while failures and running attempts together stay below the limit; the next one waits, and is refused once the failures alone
// reach it. Only failures are stored, before the attempt is over. Several processes know each other's failures, not each other's running
// attempts: what one of them starts too many is refused when it fails and the others have used the limit up.

/** How many failures of one key count. */
export interface Usage {
  used: number;
  /** Milliseconds until another failure fits, where none does. */
  wait: number;
}

/** What this process knows of one key while requests ask for it. */
interface Bucket {
  running: number;
  /** How many attempts have failed here; tells whether one has failed while the database was read. */
  failures: number;
  /** Called without a number when an attempt may fit, with the milliseconds to wait when none fits any more. */
  queue: ((wait?: number) => void)[];
  /** Requests that hold this bucket; the last one removes it. */
  holders: number;
}

/** One key, and the failures it may have. */
export interface Bound {
  key: string;
  points: number;
}

/** Starts attempts in their order, as many at once as may fail. */
interface Attempts {
  /**
   * Runs an attempt as soon as it may fail.
   * @param look reads the failures that count, in the order of `bounds`
   * @param work answers undefined for a failure
   * @param fail stores a failure
   * @throws Refused rate_limited, with the seconds to wait
   */
  run<T>(
    bounds: readonly Bound[],
    look: () => Promise<Usage[]>,
    work: () => Promise<T | undefined>,
    fail: () => Promise<void>,
  ): Promise<T | undefined>;
}

/** Milliseconds an attempt waits in a queue. */
const queueTimeoutMs = 5_000;

export function createAttempts(): Attempts {
  const buckets = new Map<string, Bucket>();

  const hold = (key: string): Bucket => {
    const bucket = buckets.get(key) ?? { running: 0, failures: 0, queue: [], holders: 0 };
    bucket.holders += 1;
    buckets.set(key, bucket);
    return bucket;
  };
  const release = (key: string): void => {
    const bucket = buckets.get(key);
    if (bucket && (bucket.holders -= 1) === 0) buckets.delete(key);
  };

  return {
    async run(bounds, look, work, fail) {
      const held = bounds.map(({ key }) => hold(key));
      try {
        const points = bounds.map((bound) => bound.points);
        await start(held, points, look);
        try {
          const result = await work();
          if (result === undefined) await fail();
          if (result === undefined) for (const bucket of held) bucket.failures += 1;
          return result;
        } finally {
          for (const bucket of held) bucket.running -= 1;
          for (const bucket of held) bucket.queue.shift()?.();
        }
      } finally {
        for (const { key } of bounds) release(key);
      }
    },
  };
}

/** Waits until an attempt may start in every bucket, and counts it as running. @throws Refused rate_limited, unavailable */
async function start(held: readonly Bucket[], points: readonly number[], look: () => Promise<Usage[]>): Promise<void> {
  // An attempt that was called from a queue and does not start calls the next one.
  let called: Bucket | undefined;
  try {
    for (;;) {
      const seen = held.map((bucket) => bucket.failures);
      const usage = await look();
      // A failure that was stored meanwhile may be neither in what was read nor among the running attempts.
      if (held.some((bucket, at) => bucket.failures !== seen[at])) continue;
      const full = usage.findIndex(({ used }, at) => used >= points[at]!);
      if (full !== -1) {
        const { wait } = usage[full]!;
        for (const go of held[full]!.queue.splice(0)) go(wait);
        throw refuse.limited(wait / 1_000);
      }
      const crowded = held.find((bucket, at) => usage[at]!.used + bucket.running >= points[at]!);
      if (!crowded) break;
      if (called !== crowded) called?.queue.shift()?.();
      await queueFor(crowded);
      called = crowded;
    }
  } catch (error) {
    called?.queue.shift()?.();
    throw error;
  }
  for (const bucket of held) bucket.running += 1;
}

/** Waits until an attempt of the bucket ends. @throws Refused rate_limited where no failure fits meanwhile, unavailable when it takes too long */
const queueFor = (bucket: Bucket): Promise<void> =>
  new Promise((resolve, reject) => {
    const go = (wait?: number) => {
      clearTimeout(timer);
      if (wait === undefined) resolve();
      else reject(refuse.limited(wait / 1_000));
    };
    const timer = setTimeout(() => {
      bucket.queue.splice(bucket.queue.indexOf(go), 1);
      reject(refuse.unavailable());
    }, queueTimeoutMs);
    bucket.queue.push(go);
  });
