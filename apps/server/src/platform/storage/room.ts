import { statfs } from 'node:fs/promises';
import { refuse } from '#platform/http/refusal.ts';
import type { Storage } from './storage.ts';

/** Bytes that must stay free on the disk. */
export const spare = 64 * 1_048_576;
/** Bytes after which it is looked again whether they are still free. */
const betweenLooks = 4 * 1_048_576;

/** What is being written, by the storage it is written to; `rest` is how many bytes of it are missing. A disk has one process that writes to it. */
const writing = new WeakMap<Storage, Set<{ owner: string; rest: number }>>();

/** @param freeBytes null where nobody knows: an object store grows. @throws Refused storage_full */
export function assertFree(freeBytes: number | null, needed: number): void {
  if (freeBytes !== null && freeBytes < needed + spare) throw refuse.storageFull();
}

/** Looks whether the disk that a folder is on has room. @throws Refused storage_full */
export async function assertDiskFree(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  assertFree(bavail * bsize, needed);
}

/**
 * Looks whether the disk has room: for the rest of a file beside what is written already for the same owner, and for each part of it while it comes.
 * @param owner whom the file belongs to: a family's id
 * @param rest bytes that are missing
 * @returns `take`, before bytes are written; until it is disposed of, the rest has its room before what is begun for the same owner later
 * @throws Refused storage_full, also `take`
 */
export async function watchRoom(
  storage: Storage,
  owner: string,
  rest: number,
): Promise<Disposable & { take(bytes: number): Promise<void> }> {
  const { freeBytes } = await storage.health();
  const all = writing.get(storage) ?? new Set();
  writing.set(storage, all);
  const before = [...all].filter((one) => one.owner === owner).reduce((sum, one) => sum + one.rest, 0);
  assertFree(freeBytes, before + rest);
  const mine = { owner, rest };
  all.add(mine);
  let taken = 0;
  return {
    async take(bytes) {
      mine.rest = Math.max(0, mine.rest - bytes);
      taken += bytes;
      if (freeBytes === null || taken < betweenLooks) return;
      assertFree((await storage.health()).freeBytes, taken);
      taken = 0;
    },
    [Symbol.dispose]: () => void all.delete(mine),
  };
}
