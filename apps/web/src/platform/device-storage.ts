import { createAtom, useSelector } from '@tanstack/react-store';
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { session } from './session.ts';
import { databaseOf } from './storage.ts';

interface StorageSchema extends DBSchema {
  /** Small values: drafts. */
  values: { key: string; value: unknown };
  /** Files as they were chosen, each under its own key. */
  files: { key: string; value: Blob };
}

let opened: { name: string; db: Promise<IDBPDatabase<StorageSchema>> } | undefined;

/** The database of who is signed in: what one person has written is there for that person alone, also after the session was lost. */
function storage(): Promise<IDBPDatabase<StorageSchema>> {
  const name = databaseOf(session.person());
  if (opened?.name === name) return opened.db;
  close(opened);
  const one = { name, db: open(name, () => close(one)) };
  opened = one;
  one.db.catch(() => close(one));
  return one.db;
}

/** The library comes with the first thing that is kept: who logs in keeps nothing. */
async function open(name: string, release: () => void): Promise<IDBPDatabase<StorageSchema>> {
  const { openDB } = await import('idb');
  return openDB<StorageSchema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('values');
      db.createObjectStore('files');
    },
    // After a log-out, here or in another tab, the database is deleted: it must not be held open.
    blocking: release,
    terminated: release,
  });
}

/** Lets go of a database; the next call opens it anew. */
function close(one: typeof opened): void {
  if (one === opened) opened = undefined;
  one?.db.then(
    (db) => db.close(),
    () => undefined,
  );
}

/**
 * Writes to a store in one transaction, and commits it at once. One that is left to the browser is committed after its last answer has come
 * back, and is aborted where the page goes before that.
 * @see https://www.w3.org/TR/IndexedDB/#dom-idbtransaction-commit
 */
async function change<Name extends 'values' | 'files'>(
  name: Name,
  work: (store: IDBPObjectStore<StorageSchema, [Name], Name, 'readwrite'>) => Promise<unknown>,
): Promise<void> {
  const transaction = (await storage()).transaction(name, 'readwrite');
  const asked = work(transaction.store);
  transaction.commit();
  await Promise.all([asked, transaction.done]);
}

/** Reads from a store; what is written after it does not wait until the page has seen what was found. */
async function read<Name extends 'values' | 'files', Found>(
  name: Name,
  work: (store: IDBPObjectStore<StorageSchema, [Name], Name>) => Promise<Found>,
): Promise<Found> {
  const transaction = (await storage()).transaction(name);
  const asked = work(transaction.store);
  transaction.commit();
  return asked;
}

// A full, forbidden or damaged store is no error: what is kept then lives as long as the page.
const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined);

/** The keys that the device could not keep when they were written last. */
const unkept = createAtom<ReadonlySet<string>>(new Set<string>());
session.onEnd(() => unkept.set(new Set<string>()));

const keepsAll = (missing: ReadonlySet<string>, keys: readonly string[] | undefined): boolean =>
  keys ? !keys.some((key) => missing.has(key)) : missing.size === 0;

/** Whether what was written under `keys` could be kept; left out, all that was written. */
export const keeps = (keys?: readonly string[]): boolean => keepsAll(unkept.get(), keys);

/** The same in a component. A page does not promise what the device cannot keep. */
export const useKeeps = (keys?: readonly string[]): boolean => useSelector(unkept, (missing) => keepsAll(missing, keys));

/** Remembers whether a key could be kept. */
function remember(key: string, isKept: boolean): void {
  const missing = unkept.get();
  if (missing.has(key) === isKept) unkept.set(isKept ? new Set([...missing].filter((one) => one !== key)) : new Set([...missing, key]));
}

/**
 * Writes, and remembers whether it went. A session that has ended meanwhile says nothing of the device: its database is deleted.
 * @returns whether it is kept
 */
function written(key: string, work: Promise<unknown>): Promise<boolean> {
  const { token } = session.get();
  return work.then(
    () => {
      remember(key, true);
      return true;
    },
    () => {
      if (token !== null && session.get().token === token) remember(key, false);
      return false;
    },
  );
}

/** What outlives the page on this device (IndexedDB): drafts and the files that belong to them. A log-out removes all of it (platform/storage.ts). */
export const deviceStorage = {
  /** A kept value, or undefined. */
  value: <Value>(key: string): Promise<Value | undefined> =>
    quietly(read('values', (store) => store.get(key) as Promise<Value | undefined>)),
  /** All kept values whose keys begin with `prefix`, by their keys. */
  values: async <Value>(prefix: string): Promise<Value[]> =>
    (await quietly(read('values', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as Promise<Value[]>))) ?? [],
  /** Keeps a value that can be cloned; undefined removes it. */
  setValue(key: string, value: unknown): Promise<unknown> {
    if (value !== undefined)
      return written(
        key,
        change('values', (store) => store.put(value, key)),
      );
    remember(key, true);
    return quietly(change('values', (store) => store.delete(key)));
  },
  /** A kept file, or undefined. */
  file: (key: string): Promise<Blob | undefined> => quietly(read('files', (store) => store.get(key))),
  /** Keeps a file. @returns whether it is kept */
  setFile: (key: string, file: Blob): Promise<boolean> =>
    written(
      key,
      change('files', (store) => store.put(file, key)),
    ),
  /** Removes files. */
  dropFiles(keys: readonly string[]): Promise<unknown> {
    for (const key of keys) remember(key, true);
    return quietly(change('files', (store) => Promise.all(keys.map((key) => store.delete(key)))));
  },
};
