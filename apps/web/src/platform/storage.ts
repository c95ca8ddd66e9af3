/** Names of what is kept in the browser's local storage. There are no others. */
export const storageKeys = {
  token: 'token',
  user: 'user',
  profile: 'profile',
  /** Biometric sign-in is on (app shell only). */
  mobileBioAuth: 'mobileBioAuth',
  /** Where the app shell was last (app shell only). */
  lastRoute: 'lastRoute',
  /** Theme, language, text size. */
  preferences: 'preferences',
  /** A user's children, so that they are there before the network is. */
  children: (userId: string) => `children_${userId}`,
} as const;

/** The browser's local storage, or nothing where there is none or it is forbidden. */
function store(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** A kept text, or null. */
export function readText(key: string): string | null {
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text; null removes it. A full or forbidden store is no error: the session then lasts as long as the page. */
export function writeText(key: string, value: string | null): void {
  try {
    if (value === null) store()?.removeItem(key);
    else store()?.setItem(key, value);
  } catch {
    // Nothing to do: what is kept here is a convenience.
  }
}

/** A kept JSON value, or null where there is none or it is damaged. */
export function readJson<Value>(key: string): Value | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

/** Keeps a JSON value; null removes it. */
export function writeJson(key: string, value: unknown): void {
  writeText(key, value === null || value === undefined ? null : JSON.stringify(value));
}

/** Empties local storage and expires every cookie that a script can reach. */
export function clearStorage(): void {
  try {
    store()?.clear();
  } catch {
    // As above.
  }
  if (typeof document === 'undefined') return;
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

/** The name of the database (IndexedDB) of what somebody has written on this device: each person has one, visitors share one. */
export const databaseOf = (person: string | undefined): string => (person ? `heartwood ${person}` : 'heartwood');

/** Removes what somebody has written on this device and not sent: drafts and the files that belong to them. */
export function forgetWritten(person: string | undefined): void {
  for (const name of new Set([databaseOf(person), databaseOf(undefined)])) globalThis.indexedDB?.deleteDatabase(name);
}

/** The name of the database of what was loaded for somebody, for when there is no network (platform/offline-answers.ts). */
export const answersDatabaseOf = (person: string): string => `heartwood kept ${person}`;

/** The name of the cache of pictures that somebody has seen. The service worker keeps none without it (platform/picture-cache.ts). */
export const picturesOf = (person: string): string => `pictures ${person}`;

/** What removes pictures now, or did last. */
let forgetting: Promise<unknown> | undefined;

/** Removes from this device what was loaded for somebody, with its pictures; without a name that of everybody. */
export function forgetLoaded(person?: string): void {
  // What the page has shown of it: the service worker would be told of it for whoever signs in next (platform/seen-pictures.ts).
  globalThis.performance?.clearResourceTimings?.();
  const isTheirs = (name: string | undefined): name is string =>
    Boolean(person ? name === answersDatabaseOf(person) || name === picturesOf(person) : name && /^(heartwood kept|pictures) /.test(name));
  // By its name it is removed also where the page is left at once.
  if (person) globalThis.indexedDB?.deleteDatabase(answersDatabaseOf(person));
  else
    void globalThis.indexedDB?.databases?.().then(
      (all) =>
        all
          .map(({ name }) => name)
          .filter(isTheirs)
          .forEach((name) => indexedDB.deleteDatabase(name)),
      () => undefined,
    );
  forgetting = globalThis.caches
    ?.keys()
    .then((all) => Promise.all(all.filter(isTheirs).map((name) => caches.delete(name))))
    .catch(() => undefined);
}

/** Resolves once the pictures are gone that were to be forgotten: a cache that is opened before may be among them. */
export const whenForgotten = async (): Promise<void> => void (await forgetting);
