import { createAtom } from '@tanstack/react-store';
import { deviceStorage } from './device-storage.ts';
import { requestLock } from './locks.ts';

/** Something that waits to be sent. `id` is the key of every try; `since` says when it was written, ISO 8601. */
export interface Waiting {
  id: string;
  since: string;
}

/** Where what waits is kept. Each by itself: what another page has kept, or what has not been read yet, is not overwritten. */
export interface WaitingStore<One extends Waiting> {
  load: () => Promise<readonly One[]>;
  /** One as it is kept now, undefined where it is not any more. */
  one: (id: string) => Promise<One | undefined>;
  put: (one: One) => Promise<unknown>;
  drop: (id: string) => Promise<unknown>;
  /** Requests the lock of one, as `requestLock` does. */
  lock: (id: string, wait?: AbortSignal) => ReturnType<typeof requestLock>;
}

/** Keeps what waits on the device. @param keyOf gives the key of one; without its id, the beginning of the keys of all */
export function waitingOnDevice<One extends Waiting>(keyOf: (id?: string) => string): WaitingStore<One> {
  return {
    load: () => deviceStorage.values<One>(keyOf()),
    one: (id) => deviceStorage.value<One>(keyOf(id)),
    put: (one) => deviceStorage.setValue(keyOf(one.id), one),
    drop: (id) => deviceStorage.setValue(keyOf(id), undefined),
    lock: (id, wait) => requestLock(keyOf(id), wait),
  };
}

/** The locks of a page on what waits, until the session ends. */
function createLocks(lock: WaitingStore<never>['lock']) {
  const requested = new Map<string, ReturnType<typeof lock>>();
  const ended = new AbortController();
  function request(id: string, wait?: AbortSignal): ReturnType<typeof lock> {
    const granted = lock(id, wait);
    requested.set(id, granted);
    return granted;
  }
  function release(id: string): void {
    void requested.get(id)?.then((end) => end?.());
    requested.delete(id);
  }
  return {
    /** The ids of those that this page has or waits for. */
    known: new Set<string>(),
    /** Requests the lock of one; undefined where another page has it. */
    request: (id: string) => request(id),
    /** Waits for the lock of one; undefined where the session ends before. */
    waitFor: (id: string) => request(id, ended.signal),
    release,
    hasEnded: () => ended.signal.aborted,
    end(): void {
      for (const id of requested.keys()) release(id);
      ended.abort();
    },
  };
}

/** Takes up one whose lock this page has, as it is now; undefined where it is gone, or the session has ended. */
async function takenUp<One extends Waiting>(
  id: string,
  locks: ReturnType<typeof createLocks>,
  { one, put }: WaitingStore<One>,
  takeUp: (one: One) => Promise<One>,
): Promise<One | undefined> {
  const found = await one(id);
  if (!found) locks.release(id);
  if (!found || locks.hasEnded()) return undefined;
  const taken = await takeUp(found);
  if (locks.hasEnded()) return undefined;
  // What was made of it: files have other keys.
  if (taken !== found) void put(taken);
  return taken;
}

const byAge = (one: Waiting, other: Waiting): number => Date.parse(one.since) - Date.parse(other.since);

/**
 * What waits to be sent, in the order it was written; what changes is kept. [Note: One page for each that waits]
 * Two pages that send the same would take each other's files away, and what one changes is not what the other has read. So each that waits belongs to
 * one page, which has its lock until it has left. What another page has only counts here (`elsewhere`); it is taken up once that page has gone.
 * @param takeUp what is made of one that was kept
 */
export function createWaitingList<One extends Waiting>(
  kept: WaitingStore<One>,
  takeUp: (one: One) => Promise<One> = (one) => Promise.resolve(one),
) {
  const store = createAtom<readonly One[]>([]);
  const elsewhere = createAtom<ReadonlySet<string>>(new Set<string>());
  let mine = createLocks(kept.lock);
  let read = Promise.resolve(false);

  const change = (next: readonly One[]): void => {
    const before = store.get();
    store.set(next);
    for (const one of next) if (!before.includes(one)) void kept.put(one);
  };
  const insert = (found: readonly One[]): void => store.set([...found, ...store.get()].toSorted(byAge));

  /** Takes up one that another page has, once it has it no more. */
  async function waitFor(id: string, locks: typeof mine, onLater: () => void): Promise<void> {
    elsewhere.set(new Set([...elsewhere.get(), id]));
    const found = (await locks.waitFor(id)) && (await takenUp(id, locks, kept, takeUp));
    if (locks.hasEnded()) return;
    elsewhere.set(new Set([...elsewhere.get()].filter((other) => other !== id)));
    if (!found) return;
    insert([found]);
    onLater();
  }

  async function takeMissing(locks: typeof mine, onLater: () => void): Promise<boolean> {
    const all = await kept.load();
    // Where the session has ended meanwhile, it is there for the same person.
    if (locks.hasEnded()) return false;
    const ids = all.map(({ id }) => id).filter((id) => !locks.known.has(id));
    for (const id of ids) locks.known.add(id);
    const taken = await Promise.all(
      ids.map(async (id) => {
        if (await locks.request(id)) return takenUp(id, locks, kept, takeUp);
        if (!locks.hasEnded()) void waitFor(id, locks, onLater);
        return undefined;
      }),
    );
    const found = taken.filter((one) => one !== undefined);
    if (!locks.hasEnded()) insert(found);
    return found.length > 0;
  }

  return {
    store,
    /** The ids of those that other pages of this browser have. */
    elsewhere,
    change,
    add(one: One): void {
      mine.known.add(one.id);
      void mine.waitFor(one.id);
      change([...store.get(), one]);
    },
    remove(id: string): void {
      const locks = mine;
      store.set(store.get().filter((one) => one.id !== id));
      void kept.drop(id).then(() => locks.release(id));
    },
    /**
     * Takes what was kept, before what has been written since.
     * @param onLater hears of each that comes later, as another page had it
     * @returns whether something was found
     */
    takeKept(onLater: () => void): Promise<boolean> {
      const locks = mine;
      return (read = read.then(() => takeMissing(locks, onLater)));
    },
    /** Forgets what is in memory, when the session ends: what is kept is there for the same person. */
    forget(): void {
      mine.end();
      mine = createLocks(kept.lock);
      read = Promise.resolve(false);
      elsewhere.set(new Set<string>());
      store.set([]);
    },
  };
}
