import { refuse } from './refusal.ts';

// [Note: Why tries wait for each other]
// A limit on failures cannot know yet whether the tries under way will fail. Counting them all as failures would turn away a whole family
// that signs in at once behind one address; counting none would let somebody guess a thousand passwords at the same moment. So a try is let
// in while failures and tries under way together stay below the limit; who comes then waits, and is refused once the failures alone reach it.
// Only failures are written down, before the try is over. Several processes know each other's failures, not each other's tries: what one of
// them lets in too much is refused when it fails and the others have used the limit up.

/** How far the failures for one key have come. */
export interface Usage {
  used: number;
  /** Milliseconds until there is room again, where there is none. */
  wait: number;
}

/** What goes on in this process for one key. */
interface Door {
  /** Tries under way. */
  inside: number;
  /** How often one has failed. */
  failures: number;
  /** Called with nothing when there may be room, with the time to wait when there is none left. */
  waiting: ((refused?: number) => void)[];
  /** Requests that know this door; with the last of them it is forgotten. */
  known: number;
}

/** One key, and the failures it may have. */
export interface Bound {
  key: string;
  points: number;
}

/** Lets tries in, in order, as long as they may fail. */
export interface Attempts {
  /**
   * Runs a try as soon as it may fail.
   * @param look how far the failures have come, in the order of `bounds`
   * @param work answers undefined for a failure
   * @param fail writes a failure down
   * @throws Refused rate_limited, with the seconds to wait
   */
  run<T>(
    bounds: readonly Bound[],
    look: () => Promise<Usage[]>,
    work: () => Promise<T | undefined>,
    fail: () => Promise<void>,
  ): Promise<T | undefined>;
}

/** Milliseconds a try waits at a door. */
const patience = 5_000;

export function createAttempts(): Attempts {
  const doors = new Map<string, Door>();

  const approach = (key: string): Door => {
    const door = doors.get(key) ?? { inside: 0, failures: 0, waiting: [], known: 0 };
    door.known += 1;
    doors.set(key, door);
    return door;
  };
  const retreat = (key: string): void => {
    const door = doors.get(key);
    if (door && (door.known -= 1) === 0) doors.delete(key);
  };

  /** Waits until somebody leaves. @throws Refused rate_limited where the last room is gone meanwhile, unavailable when it takes too long */
  const turn = (door: Door): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (refused?: number) => {
        clearTimeout(timer);
        if (refused === undefined) resolve();
        else reject(refuse.limited(refused / 1_000));
      };
      const timer = setTimeout(() => {
        door.waiting.splice(door.waiting.indexOf(go), 1);
        reject(refuse.unavailable());
      }, patience);
      door.waiting.push(go);
    });

  const admit = async (entered: readonly Door[], points: readonly number[], look: () => Promise<Usage[]>): Promise<void> => {
    // Whoever was called in and does not go in calls the next one.
    let called: Door | undefined;
    try {
      for (;;) {
        const seen = entered.map((door) => door.failures);
        const usage = await look();
        // A failure that was written down meanwhile may stand neither in what was read nor among those inside.
        if (entered.some((door, at) => door.failures !== seen[at])) continue;
        const full = usage.findIndex(({ used }, at) => used >= points[at]!);
        if (full !== -1) {
          const { wait } = usage[full]!;
          for (const go of entered[full]!.waiting.splice(0)) go(wait);
          throw refuse.limited(wait / 1_000);
        }
        const crowded = entered.find((door, at) => usage[at]!.used + door.inside >= points[at]!);
        if (!crowded) break;
        if (called !== crowded) called?.waiting.shift()?.();
        await turn(crowded);
        called = crowded;
      }
    } catch (error) {
      called?.waiting.shift()?.();
      throw error;
    }
    for (const door of entered) door.inside += 1;
  };

  return {
    async run(bounds, look, work, fail) {
      const entered = bounds.map(({ key }) => approach(key));
      try {
        await admit(
          entered,
          bounds.map(({ points }) => points),
          look,
        );
        try {
          const result = await work();
          if (result === undefined) await fail();
          if (result === undefined) for (const door of entered) door.failures += 1;
          return result;
        } finally {
          for (const door of entered) door.inside -= 1;
          for (const door of entered) door.waiting.shift()?.();
        }
      } finally {
        for (const { key } of bounds) retreat(key);
      }
    },
  };
}
