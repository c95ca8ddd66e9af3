import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileHandle } from 'node:fs/promises';
import { syncPath } from '#platform/durable.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Storage } from './storage.ts';

/** The state of an incomplete file: its durable bytes, and the keys of its parts where each part is an object. */
interface Staged {
  id: string;
  received: number;
  parts: readonly string[];
}

/** Incomplete files of resumable uploads. */
export interface Staging {
  /**
   * Opens a file to append after its durable bytes; bytes beyond them are discarded.
   * @throws Refused gone where its bytes are not there any more
   */
  append(file: Staged): Promise<Appender>;
  /** Removes a file. */
  remove(id: string): Promise<void>;
  /** Ids of all incomplete files, in batches of up to some thousand. */
  list(): AsyncIterable<string[]>;
}

/** Appends to a file. One request at a time uses it. */
export interface Appender {
  /** Appends bytes, which are not durable yet. */
  write(bytes: Buffer): Promise<void>;
  /** Ends a stretch. @returns what makes it durable, and gives the key of the part it is kept under, if it is kept as one */
  cut(): Promise<() => Promise<string | undefined>>;
  /** The whole file, cut stretches that were made durable included, as one that is not written to any more. */
  withFile<T>(use: (path: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Bytes that are written at once. */
const batch = 1_048_576;
const folder = 'uploads';

/** Buffers small chunks into larger writes; while one is written, the next is filled. */
function writer(file: FileHandle, from: number) {
  let waiting: Buffer[] = [];
  let size = 0;
  let position = from;
  let writing: Promise<void> = Promise.resolve();
  const put = async (bytes: Buffer) => {
    while (bytes.length > 0) {
      const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
      position += bytesWritten;
      bytes = bytes.subarray(bytesWritten);
    }
  };
  const begin = async () => {
    // After a write that failed it is not known what is there: this one fails again, and so does every one after it.
    await writing;
    const bytes = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    waiting = [];
    size = 0;
    writing = put(bytes);
    writing.catch(() => undefined);
  };
  return {
    /** When nothing is being written any more, whatever became of it. */
    settled: () => writing.catch(() => undefined),
    async flush() {
      await begin();
      await writing;
    },
    async write(bytes: Buffer) {
      waiting.push(bytes);
      size += bytes.length;
      if (size >= batch) await begin();
    },
  };
}

/** Each file as one file below a folder of this machine's disk. */
export function stagingOnDisk(root: string): Staging {
  const place = (id: string) => join(root, id);
  return {
    async append({ id, received }) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const file = await open(place(id), constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        const { size } = await file.stat();
        if (size < received) throw refuse.gone();
        if (size > received) await file.truncate(received);
        if (received === 0) await syncPath(root);
      } catch (error) {
        await file.close();
        throw error;
      }
      const out = writer(file, received);
      return {
        write: out.write,
        async cut() {
          await out.flush();
          return async () => {
            await file.datasync();
            return undefined;
          };
        },
        withFile: (use) => use(place(id)),
        close: () => out.settled().finally(() => file.close()),
      };
    },
    remove: (id) => rm(place(id), { force: true }),
    async *list() {
      yield await readdir(root).catch(() => []);
    },
  };
}

/** Each stretch of a file as an object of the storage, so that any process may go on with it. */
export function stagingInStorage(storage: Storage, tempDir: string): Staging {
  const temporary = async () => {
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const path = join(tempDir, randomUUID());
    const file = await open(path, 'wx', 0o600);
    return { path, file, out: writer(file, 0), discard: () => rm(path, { force: true }) };
  };
  return {
    async append({ id, received, parts }) {
      const known = [...parts];
      let current = await temporary();
      return {
        write: (bytes) => current.out.write(bytes),
        async cut() {
          const { path, file, out, discard } = current;
          await out.flush();
          await file.close();
          current = await temporary();
          return async () => {
            const key = `${folder}/${id}/${received}-${randomUUID()}.part`;
            await storage.putFile(key, path).finally(discard);
            known.push(key);
            return key;
          };
        },
        withFile: (use) => whole(storage, known, tempDir, use),
        async close() {
          await current.out.settled();
          await current.file.close();
          await current.discard();
        },
      };
    },
    remove: (id) => storage.removeFolder(`${folder}/${id}`),
    list: () => storage.list(folder),
  };
}

async function whole<T>(storage: Storage, keys: readonly string[], tempDir: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(tempDir, randomUUID());
  try {
    for (const key of keys) {
      const { stream } = await storage.open(key);
      await pipeline(stream, createWriteStream(path, { flags: 'a', mode: 0o600 }));
    }
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}
