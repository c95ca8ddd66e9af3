import { createAtom } from '@tanstack/react-store';
import { deviceStorage } from './device-storage.ts';

/** Something that waits to be sent. `id` is the key of every try; `since` says when it was written, ISO 8601. */
export interface Waiting {
  id: string;
  since: string;
}

/** Where what waits is kept. Each by itself: what another page has kept, or what has not been read yet, is not overwritten. */
export interface WaitingStore<One extends Waiting> {
  /** All of it, in the order it was written. */
  load: () => Promise<readonly One[]>;
  put: (one: One) => void;
  drop: (id: string) => void;
}

/** Keeps what waits on the device. @param keyOf gives the key of one; without its id, the beginning of the keys of all */
export function waitingOnDevice<One extends Waiting>(keyOf: (id?: string) => string): WaitingStore<One> {
  return {
    load: async () => (await deviceStorage.values<One>(keyOf())).toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)),
    put: (one) => void deviceStorage.setValue(keyOf(one.id), one),
    drop: (id) => void deviceStorage.setValue(keyOf(id), undefined),
  };
}

/**
 * What waits to be sent, in the order it was written; what changes is kept.
 * @param takeUp what is made of one that was kept
 */
export function createWaitingList<One extends Waiting>(
  { load, put, drop }: WaitingStore<One>,
  takeUp: (one: One) => Promise<One> = (one) => Promise.resolve(one),
) {
  const store = createAtom<readonly One[]>([]);
  /** The ids of those that this page has taken: what is found of them on the device is older than what became of them. */
  let added = new Set<string>();
  const change = (next: readonly One[]): void => {
    const before = store.get();
    store.set(next);
    for (const one of next) if (!before.includes(one)) put(one);
  };
  return {
    store,
    change,
    add(one: One): void {
      added.add(one.id);
      change([...store.get(), one]);
    },
    remove(id: string): void {
      store.set(store.get().filter((one) => one.id !== id));
      drop(id);
    },
    /** Takes what was kept, before what has been written since. */
    async takeKept(): Promise<void> {
      const here = added;
      const isMissing = ({ id }: One) => !here.has(id);
      // Where the session has ended meanwhile, it is there for the same person.
      const hasEnded = () => here !== added;
      const kept = (await load()).filter(isMissing);
      if (hasEnded()) return;
      const found = await Promise.all(kept.map(takeUp));
      if (hasEnded()) return;
      const missing = found.filter(isMissing);
      store.set([...missing, ...store.get()]);
      // What was made of it: files have other keys.
      for (const one of missing) if (!kept.includes(one)) put(one);
    },
    /** Forgets what is in memory, when the session ends: what is kept is there for the same person. */
    forget(): void {
      added = new Set();
      store.set([]);
    },
  };
}
