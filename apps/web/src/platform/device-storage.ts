import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Shelves extends DBSchema {
  /** Small values: drafts. */
  values: { key: string; value: unknown };
  /** Files as they were chosen, each under its own key. */
  files: { key: string; value: Blob };
}

let opened: Promise<IDBPDatabase<Shelves>> | undefined;

function shelves(): Promise<IDBPDatabase<Shelves>> {
  opened ??= openDB<Shelves>('heartwood', 1, {
    upgrade(db) {
      db.createObjectStore('values');
      db.createObjectStore('files');
    },
    // When the session ends, here or in another tab, the database is deleted: it must not be held open.
    blocking: () => void close(),
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function close(): Promise<void> {
  const db = await opened;
  opened = undefined;
  db?.close();
}

// A full, forbidden or damaged store is no error: what is kept then lives as long as the page.
const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined);

/** What outlives the page on this device (IndexedDB): drafts and the files that belong to them. Everything goes when the session ends (platform/storage.ts). */
export const deviceStorage = {
  /** A kept value, or undefined. */
  value: <Value>(key: string): Promise<Value | undefined> =>
    quietly(shelves().then((db) => db.get('values', key) as Promise<Value | undefined>)),
  /** Keeps a value that can be cloned; undefined removes it. */
  setValue: (key: string, value: unknown): Promise<unknown> =>
    quietly(
      shelves().then(async (db): Promise<unknown> => (value === undefined ? db.delete('values', key) : db.put('values', value, key))),
    ),
  /** A kept file, or undefined. */
  file: (key: string): Promise<Blob | undefined> => quietly(shelves().then((db) => db.get('files', key))),
  /** Keeps a file. */
  setFile: (key: string, file: Blob): Promise<unknown> => quietly(shelves().then((db) => db.put('files', file, key))),
  /** Removes files. */
  dropFiles: (keys: readonly string[]): Promise<unknown> =>
    quietly(shelves().then((db) => Promise.all(keys.map((key) => db.delete('files', key))))),
};
