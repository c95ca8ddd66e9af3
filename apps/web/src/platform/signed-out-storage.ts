// What stays on the device when nobody is signed in, in IndexedDB: a log-out empties local storage and the database of device-storage.ts.
// `public/preferences.js` reads it before the first paint.

const database = 'heartwood device';
const objectStore = 'values';

async function opened() {
  const { openDB } = await import('idb');
  return openDB(database, 1, { upgrade: (db) => void db.createObjectStore(objectStore) });
}

/** Whether anything was ever remembered here. A browser that does not list its databases is asked by opening this one. */
async function isThere(): Promise<boolean> {
  const all = await globalThis.indexedDB.databases?.();
  return all?.some(({ name }) => name === database) ?? true;
}

/** What is remembered under a name; undefined where there is nothing, or no store. */
export async function recalled<Value>(name: string): Promise<Value | undefined> {
  try {
    if (!(await isThere())) return undefined;
    const db = await opened();
    const value = (await db.get(objectStore, name)) as Value | undefined;
    db.close();
    return value;
  } catch {
    return undefined;
  }
}

/** Remembers a value that can be cloned; a full or forbidden store is no error. */
export async function remember(name: string, value: unknown): Promise<void> {
  try {
    const db = await opened();
    const change = db.transaction(objectStore, 'readwrite');
    const put = change.store.put(value, name);
    // It is kept also where the page is left at once.
    change.commit();
    await Promise.all([put, change.done]);
    db.close();
  } catch {
    // Then it is chosen again.
  }
}
