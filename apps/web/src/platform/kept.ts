import type { DBSchema, IDBPDatabase } from 'idb';
import { session } from './session.ts';
import { keptDatabaseOf } from './storage.ts';

/** What was loaded once. `family` is the one it is of; `at` are milliseconds. */
export interface Kept {
  data: unknown;
  at: number;
  family: string | null;
}

interface Shelves extends DBSchema {
  /** By the hash of the query. */
  answers: { key: string; value: Kept };
  /** When each of them was loaded, so that what is old is found without reading what is in it. */
  times: { key: string; value: number };
}

/** How much is kept, and for how many milliseconds. */
const limits = { count: 200, age: 30 * 24 * 3_600_000 };

/**
 * Does something with the database of who is signed in. It is open for that long only: a log-out deletes it, and must not wait.
 * @returns undefined where nobody is, where there is no store, or where it is full
 */
async function within<Value>(work: (db: IDBPDatabase<Shelves>) => Promise<Value>): Promise<Value | undefined> {
  const person = session.person();
  if (!person || !session.signedIn()) return undefined;
  try {
    const { openDB, deleteDB } = await import('idb');
    const name = keptDatabaseOf(person);
    const db = await openDB<Shelves>(name, 1, {
      upgrade(made) {
        made.createObjectStore('answers');
        made.createObjectStore('times');
      },
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
    try {
      // The session has ended while it was being opened: what it holds was deleted just now.
      if (session.signedIn() && session.person() === person) return await work(db);
    } finally {
      db.close();
    }
    await deleteDB(name);
  } catch {
    // What is kept is a convenience.
  }
  return undefined;
}

const family = (): string | null => session.get().user?.current_family_id ?? null;

/** What was loaded for whoever is signed in, of the family they are in, for when there is no network. */
export const kept = {
  /** What was loaded last; undefined where nothing is kept. */
  read: async (hash: string): Promise<Kept | undefined> => {
    const found = await within((db) => db.get('answers', hash));
    return found && found.family === family() && Date.now() - found.at < limits.age ? found : undefined;
  },

  /** Keeps answers by their hashes, and lets go of the oldest. */
  write: (answers: ReadonlyMap<string, Omit<Kept, 'family'>>): Promise<unknown> =>
    within(async (db) => {
      const change = db.transaction(['answers', 'times'], 'readwrite');
      const [all, times] = [change.objectStore('answers'), change.objectStore('times')];
      for (const [hash, { data, at }] of answers) {
        void all.put({ data, at, family: family() }, hash);
        void times.put(at, hash);
      }
      const [hashes, moments] = await Promise.all([times.getAllKeys(), times.getAll()]);
      const latest = hashes.map((hash, place) => ({ hash, at: moments[place] ?? 0 })).toSorted((one, other) => other.at - one.at);
      for (const [place, { hash, at }] of latest.entries()) {
        if (place < limits.count && Date.now() - at < limits.age) continue;
        void all.delete(hash);
        void times.delete(hash);
      }
      await change.done;
    }),

  /** Lets go of one. */
  drop: (hash: string): Promise<unknown> => within((db) => Promise.all([db.delete('answers', hash), db.delete('times', hash)])),

  /** When things were loaded, by their hashes; in milliseconds. */
  times: async (): Promise<ReadonlyMap<string, number>> =>
    new Map(
      await within(async (db) => {
        const [hashes, moments] = await Promise.all([db.getAllKeys('times'), db.getAll('times')]);
        return hashes.map((hash, place): [string, number] => [hash, moments[place] ?? 0]);
      }),
    ),
};
