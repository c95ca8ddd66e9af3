import { deviceStorage } from '#platform/device-storage.ts';
import { newKey } from '#platform/keys.ts';
import { requestLock } from '#platform/locks.ts';
import { session } from '#platform/session.ts';
import { endingOf } from './logic.ts';

/** A film as it lies on this device while it is recorded: so many parts, each a blob under a key of its own. `seconds` is how long it is. */
export interface Reel {
  id: string;
  type: string;
  parts: number;
  seconds: number;
}

const partOf = ({ id }: Pick<Reel, 'id'>, at: number): string => `film ${id} ${at}`;
const partsOf = (reel: Reel): string[] => Array.from({ length: reel.parts }, (_, at) => partOf(reel, at));

/** What lies on this device of a film, part by part. */
export interface Parts {
  /** Under which keys. */
  keys: () => string[];
  /** Forgets all of it. */
  drop: () => Promise<void>;
}

/** What a film needs of a device's storage. */
export type ReelStorage = Pick<typeof deviceStorage, 'value' | 'setValue' | 'file' | 'setFile' | 'dropFiles'>;

/**
 * Films that are being recorded. [Note: A film is kept part by part]
 * Each second of a film goes to the device's storage as it comes, so that memory stays flat over ten minutes and a page that is closed loses
 * one second at most. The page itself holds only those parts that the storage refuses: where it is full or forbidden.
 * @param name under which the film is kept
 * @param mayKeep whether there is still somebody it belongs to
 */
export function createReels(storage: ReelStorage, name: string, mayKeep: () => boolean) {
  async function assembled(reel: Reel, fileName: string, refused = new Map<number, Blob>()): Promise<File | undefined> {
    const parts: Blob[] = [];
    for (const [at, key] of partsOf(reel).entries()) {
      const part = refused.get(at) ?? (await storage.file(key));
      // What comes behind a gap cannot be played.
      if (!part) break;
      parts.push(part);
    }
    const type = reel.type.split(';')[0] ?? '';
    return parts.length > 0 ? new File(parts, `${fileName}.${endingOf(type)}`, { type }) : undefined;
  }

  /** A film as it is kept now: a page that is left writes the last part after somebody may have looked. */
  async function keptNow({ id }: Reel): Promise<Reel | undefined> {
    const stored = await storage.value<Reel>(name);
    return stored?.id === id ? stored : undefined;
  }

  const keysOf = (reel: Reel): string[] => [name, ...partsOf(reel)];

  async function drop(reel: Reel): Promise<void> {
    const stored = await keptNow(reel);
    if (stored) await storage.setValue(name, undefined);
    await storage.dropFiles(partsOf(stored ?? reel));
  }

  return {
    /** The film that was begun here and not finished, if there is one. */
    kept: (): Promise<Reel | undefined> => storage.value<Reel>(name),
    /** A kept film as one file, as far as it is there. @param fileName without its ending */
    film: async (reel: Reel, fileName: string): Promise<File | undefined> => assembled((await keptNow(reel)) ?? reel, fileName),
    /** What lies here of a kept film. */
    parts: (reel: Reel): Parts => ({ keys: () => keysOf(reel), drop: () => drop(reel) }),
    /** Begins a film of a type. */
    begin(type: string) {
      const reel: Reel = { id: newKey(), type, parts: 0, seconds: 0 };
      const refused = new Map<number, Blob>();
      let written = Promise.resolve();
      async function write(part: Blob, seconds: number): Promise<void> {
        if (!mayKeep()) return;
        const at = reel.parts;
        if (!(await storage.setFile(partOf(reel, at), part))) refused.set(at, part);
        reel.parts = at + 1;
        reel.seconds = seconds;
        await storage.setValue(name, { ...reel });
      }
      return {
        /** Keeps the next part. @param seconds how long the film is with it */
        add: (part: Blob, seconds: number): void => void (written = written.then(() => write(part, seconds))),
        /** The whole film, once everything has been written; undefined where nothing was recorded. */
        finish: (fileName: string): Promise<File | undefined> => written.then(() => assembled(reel, fileName, refused)),
        /** How many parts the page itself holds. */
        held: (): number => refused.size,
        /** What lies here of it. */
        parts: { keys: () => keysOf(reel), drop: () => written.then(() => drop(reel)) } satisfies Parts,
      };
    },
  };
}

/** What keeps a film part by part. */
export type Reels = ReturnType<typeof createReels>;
/** A film that is being recorded. */
export type Take = ReturnType<Reels['begin']>;

/** A place on this device for one film: its parts while it is recorded, and under `draft` what it becomes. */
export interface Place {
  reels: Reels;
  draft: string;
  /** Lets another page have it. */
  leave: () => void;
}

/** Films that are looked for on a device: as many pages film at once. */
const places = 8;
/** Milliseconds for which a place is waited for where something is kept: a page that was closed lets go of it a little later. */
const timeoutMs = 1_000;

/** What a place needs from around it. */
interface PlacePorts {
  storage: ReelStorage;
  lock: typeof requestLock;
  /** Whose films they are, and for which family. */
  whose: () => string;
  mayKeep: () => boolean;
  newKey: () => string;
}

/**
 * Finds the place for a page that films. [Note: One film, one page]
 * Two pages at once must not write to one film, and what one of them is filming is nothing that was left behind. So each page holds its place
 * by a lock of the browser, which ends with the page. It is the first one where something was left behind, else the first that is empty.
 */
export async function takePlace({ storage, lock, whose, mayKeep, newKey: fresh }: PlacePorts): Promise<Place> {
  const at = (which: number | string, leave: () => void): Place => {
    const name = `${whose()} ${which}`;
    return { reels: createReels(storage, `filming ${name}`, mayKeep), draft: `film ${name}`, leave };
  };
  const isKept = async ({ reels, draft }: Pick<Place, 'reels' | 'draft'>): Promise<boolean> =>
    (await reels.kept()) !== undefined || (await storage.value(draft)) !== undefined;
  let empty: Place | undefined;
  for (let which = 0; which < places; which += 1) {
    const waits = await isKept(at(which, () => undefined));
    if (!waits && empty) continue;
    const leave = await lock(`film ${whose()} ${which}`, waits ? AbortSignal.timeout(timeoutMs) : undefined);
    if (!leave) continue;
    const place = at(which, leave);
    // What was there may have been shared meanwhile, by the page that had it.
    if (await isKept(place)) {
      empty?.leave();
      return place;
    }
    if (empty) leave();
    else empty = place;
  }
  return empty ?? at(fresh(), () => undefined);
}

/** The place of this page, for whoever is signed in. */
export const ownPlace = (): Promise<Place> =>
  takePlace({
    storage: deviceStorage,
    lock: requestLock,
    whose: () => `${session.get().user?.id ?? ''} ${session.family() ?? ''}`,
    mayKeep: () => session.signedIn(),
    newKey,
  });
