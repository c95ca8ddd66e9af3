import { hour } from '@heartwood/contract/limits';
import type { DBSchema, IDBPDatabase } from 'idb';
import { session } from './session.ts';
import { answersDatabaseOf } from './storage.ts';

/** What was loaded once. `family` is the one it is of; `at` are milliseconds. */
interface OfflineAnswer {
  data: unknown;
  at: number;
  family: string | undefined;
}

interface AnswersSchema extends DBSchema {
  /** By the hash of the query. */
  answers: { key: string; value: OfflineAnswer };
  /** When each of them was loaded, so that what is old is found without reading what is in it. */
  times: { key: string; value: number };
}

/** How much is kept, and for how many milliseconds. */
const limits = { count: 200, age: 30 * 24 * hour };

/** The connection to the database of somebody, while something is being done with it. */
interface Connection {
  name: string;
  db: Promise<IDBPDatabase<AnswersSchema>>;
  users: number;
}
let current: Connection | undefined;

async function connect(name: string): Promise<IDBPDatabase<AnswersSchema>> {
  const { openDB } = await import('idb');
  return openDB<AnswersSchema>(name, 1, {
    upgrade(made) {
      made.createObjectStore('answers');
      made.createObjectStore('times');
    },
    // Somebody deletes it: whoever comes next opens what is there then.
    blocking: (_, __, event) => {
      if (current?.name === name) current = undefined;
      (event.target as IDBDatabase).close();
    },
  });
}

/**
 * Does something with the database of who is signed in. Everything that is done at the same time shares one connection, which is open for that long
 * only: a log-out deletes the database, and must not wait.
 * @returns undefined where nobody is, where there is no store, or where it is full
 */
async function within<Value>(work: (db: IDBPDatabase<AnswersSchema>) => Promise<Value>): Promise<Value | undefined> {
  const person = session.person();
  if (!person || !session.signedIn()) return undefined;
  const name = answersDatabaseOf(person);
  if (current?.name !== name) current = { name, db: connect(name), users: 0 };
  const connection = current;
  connection.users += 1;
  try {
    const db = await connection.db;
    // Where the session has ended while it was being opened, what it holds was deleted just now.
    if (session.signedIn() && session.person() === person) return await work(db);
    if (current === connection) current = undefined;
    db.close();
    const { deleteDB } = await import('idb');
    if (session.person() !== person || !session.signedIn()) await deleteDB(name);
  } catch {
    // What is kept is a convenience.
  } finally {
    connection.users -= 1;
    if (connection.users === 0) await close(connection);
  }
  return undefined;
}

async function close(connection: Connection): Promise<void> {
  if (current === connection) current = undefined;
  await connection.db.then(
    (db) => db.close(),
    () => undefined,
  );
}

/** What was loaded for whoever is signed in, of the family they are in, for when there is no network. */
export const offlineAnswers = {
  /** What was loaded last; undefined where nothing is kept. */
  read: async (hash: string): Promise<OfflineAnswer | undefined> => {
    const found = await within((db) => db.get('answers', hash));
    return found && found.family === session.family() && Date.now() - found.at < limits.age ? found : undefined;
  },

  /** Keeps answers by their hashes, and lets go of the oldest. */
  write: (answers: ReadonlyMap<string, Omit<OfflineAnswer, 'family'>>): Promise<unknown> =>
    within(async (db) => {
      const change = db.transaction(['answers', 'times'], 'readwrite');
      const [all, times] = [change.objectStore('answers'), change.objectStore('times')];
      for (const [hash, { data, at }] of answers) {
        void all.put({ data, at, family: session.family() }, hash);
        void times.put(at, hash);
      }
      const [hashes, loaded] = await Promise.all([times.getAllKeys(), times.getAll()]);
      const latest = hashes.map((hash, place) => ({ hash, at: loaded[place] ?? 0 })).toSorted((one, other) => other.at - one.at);
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
        const [hashes, loaded] = await Promise.all([db.getAllKeys('times'), db.getAll('times')]);
        return hashes.map((hash, place): [string, number] => [hash, loaded[place] ?? 0]);
      }),
    ),
};
