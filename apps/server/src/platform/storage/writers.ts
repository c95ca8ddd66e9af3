import { message } from '@heartwood/messages/message';
import type { Clock } from '#platform/clock.ts';
import { plus } from '#platform/clock.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';

/** A request that appends to a file. `stop` closes its connection. */
interface Writer {
  fileId: string;
  userId: string;
  familyId: string;
  stop: () => void;
}

/** The requests that append to files in this process: one per file, and a limited number per user and per family. */
export interface Writers {
  /**
   * @param work is given a function to call whenever bytes arrive
   * @throws Refused locked while another writes; rate_limited where too many write already
   */
  run<T>(writer: Writer, work: (alive: () => void) => Promise<T>): Promise<T>;
  /** Stops the request that appends to a file, if there is one, and waits until it has ended. */
  end(fileId: string): Promise<void>;
  /** Stops all of them, and waits until they have ended. */
  endAll(): Promise<void>;
}

/** Seconds without a byte after which another request may take over: a phone that has changed networks returns on a new connection. */
const silent = 8;

export function createWriters(clock: Clock, most: { user: number; family: number }): Writers {
  interface Running extends Writer {
    heard: Date;
    done: Promise<void>;
  }
  const running = new Map<string, Running>();

  const end = async (one: Running | undefined) => {
    one?.stop();
    await one?.done;
  };
  return {
    async run(writer, work) {
      const before = running.get(writer.fileId);
      if (before && before.heard > plus(clock.now(), { seconds: -silent }))
        throw new Refused('locked', message('app.refusals.writing'), { retryAfter: 1 });
      await end(before);
      if (running.has(writer.fileId)) throw new Refused('locked', message('app.refusals.writing'), { retryAfter: 1 });
      const others = [...running.values()];
      if (others.filter(({ userId }) => userId === writer.userId).length >= most.user) throw refuse.limited(5);
      if (others.filter(({ familyId }) => familyId === writer.familyId).length >= most.family) throw refuse.limited(5);
      const { promise, resolve } = Promise.withResolvers<void>();
      const one: Running = { ...writer, heard: clock.now(), done: promise };
      running.set(writer.fileId, one);
      try {
        return await work(() => void (one.heard = clock.now()));
      } finally {
        running.delete(writer.fileId);
        resolve();
      }
    },
    end: (fileId) => end(running.get(fileId)),
    async endAll() {
      await Promise.all([...running.values()].map(end));
    },
  };
}
