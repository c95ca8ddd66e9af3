import { createAtom } from '@tanstack/react-store';
import { deviceStorage } from './device-storage.ts';
import { hold } from './locks.ts';

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
  /** Makes one this page's alone, as `hold` of locks.ts does with a name. */
  hold: (id: string, wait?: AbortSignal) => ReturnType<typeof hold>;
}

/** Keeps what waits on the device. @param keyOf gives the key of one; without its id, the beginning of the keys of all */
export function waitingOnDevice<One extends Waiting>(keyOf: (id?: string) => string): WaitingStore<One> {
  return {
    load: () => deviceStorage.values<One>(keyOf()),
    one: (id) => deviceStorage.value<One>(keyOf(id)),
    put: (one) => deviceStorage.setValue(keyOf(one.id), one),
    drop: (id) => deviceStorage.setValue(keyOf(id), undefined),
    hold: (id, wait) => hold(keyOf(id), wait),
  };
}

/** What a page has of what waits, until the session ends. */
function createHoldings(hold: WaitingStore<never>['hold']) {
  const held = new Map<string, ReturnType<typeof hold>>();
  const ended = new AbortController();
  function take(id: string, wait?: AbortSignal): ReturnType<typeof hold> {
    const holding = hold(id, wait);
    held.set(id, holding);
    return holding;
  }
  function letGo(id: string): void {
    void held.get(id)?.then((leave) => leave?.());
    held.delete(id);
  }
  return {
    /** The ids of those that this page has or waits for. */
    known: new Set<string>(),
    /** Takes one; undefined where another page has it. */
    take: (id: string) => take(id),
    /** Takes one once no other page has it; undefined where the session ends before. */
    waitFor: (id: string) => take(id, ended.signal),
    letGo,
    hasEnded: () => ended.signal.aborted,
    end(): void {
      for (const id of held.keys()) letGo(id);
      ended.abort();
    },
  };
}

/** Takes up one that this page holds now, as it is now; undefined where it is gone, or the session has ended. */
async function takenUp<One extends Waiting>(
  id: string,
  holdings: ReturnType<typeof createHoldings>,
  { one, put }: WaitingStore<One>,
  takeUp: (one: One) => Promise<One>,
): Promise<One | undefined> {
  const found = await one(id);
  if (!found) holdings.letGo(id);
  if (!found || holdings.hasEnded()) return undefined;
  const taken = await takeUp(found);
  if (holdings.hasEnded()) return undefined;
  // What was made of it: files have other keys.
  if (taken !== found) void put(taken);
  return taken;
}

const byAge = (one: Waiting, other: Waiting): number => Date.parse(one.since) - Date.parse(other.since);

/**
 * What waits to be sent, in the order it was written; what changes is kept. [Note: One page for each that waits]
 * Two pages that send the same would take each other's files away, and what one changes is not what the other has read. So each that waits belongs to
 * one page, which holds its name until it has left. What another page holds only counts here (`elsewhere`); it is taken up once that page has gone.
 * @param takeUp what is made of one that was kept
 */
export function createWaitingList<One extends Waiting>(
  kept: WaitingStore<One>,
  takeUp: (one: One) => Promise<One> = (one) => Promise.resolve(one),
) {
  const store = createAtom<readonly One[]>([]);
  const elsewhere = createAtom<ReadonlySet<string>>(new Set<string>());
  let mine = createHoldings(kept.hold);
  let read = Promise.resolve(false);

  const change = (next: readonly One[]): void => {
    const before = store.get();
    store.set(next);
    for (const one of next) if (!before.includes(one)) void kept.put(one);
  };
  const insert = (found: readonly One[]): void => store.set([...found, ...store.get()].toSorted(byAge));

  /** Takes up one that another page has, once it has it no more. */
  async function waitFor(id: string, holdings: typeof mine, onLater: () => void): Promise<void> {
    elsewhere.set(new Set([...elsewhere.get(), id]));
    const found = (await holdings.waitFor(id)) && (await takenUp(id, holdings, kept, takeUp));
    if (holdings.hasEnded()) return;
    elsewhere.set(new Set([...elsewhere.get()].filter((other) => other !== id)));
    if (!found) return;
    insert([found]);
    onLater();
  }

  async function takeMissing(holdings: typeof mine, onLater: () => void): Promise<boolean> {
    const all = await kept.load();
    // Where the session has ended meanwhile, it is there for the same person.
    if (holdings.hasEnded()) return false;
    const ids = all.map(({ id }) => id).filter((id) => !holdings.known.has(id));
    for (const id of ids) holdings.known.add(id);
    const taken = await Promise.all(
      ids.map(async (id) => {
        if (await holdings.take(id)) return takenUp(id, holdings, kept, takeUp);
        if (!holdings.hasEnded()) void waitFor(id, holdings, onLater);
        return undefined;
      }),
    );
    const found = taken.filter((one) => one !== undefined);
    if (!holdings.hasEnded()) insert(found);
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
      const holdings = mine;
      store.set(store.get().filter((one) => one.id !== id));
      void kept.drop(id).then(() => holdings.letGo(id));
    },
    /**
     * Takes what was kept, before what has been written since.
     * @param onLater hears of each that comes later, as another page had it
     * @returns whether something was found
     */
    takeKept(onLater: () => void): Promise<boolean> {
      const holdings = mine;
      return (read = read.then(() => takeMissing(holdings, onLater)));
    },
    /** Forgets what is in memory, when the session ends: what is kept is there for the same person. */
    forget(): void {
      mine.end();
      mine = createHoldings(kept.hold);
      read = Promise.resolve(false);
      elsewhere.set(new Set<string>());
      store.set([]);
    },
  };
}
