import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { syncPath } from '#platform/durable.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Backend } from './backend.ts';

/** Names that {@link Backend.list} gives at once. */
const listed = 5_000;

/** Objects as files below a folder. What is being written is in `.incoming` below it, so that a half-written object never has a name. */
export async function openDisk(root: string): Promise<Backend> {
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const place = (key: string) => join(root, key);

  const put = async (key: string, write: (part: string) => Promise<void>) => {
    const part = join(incoming, randomUUID());
    const target = place(key);
    try {
      await write(part);
      await syncPath(part);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(part, target);
      for (let folder = dirname(target); ; folder = dirname(folder)) {
        await syncPath(folder);
        if (made === undefined || folder === dirname(made)) break;
      }
    } catch (error) {
      await rm(part, { force: true });
      throw asRefusal(error);
    }
  };

  // What has arrived in our own folder is not written to any more: a second name for it costs nothing, however large it is.
  const isOurs = (path: string) => !relative(dirname(root), path).startsWith('..');

  return {
    putFile: (key, path) => put(key, (part) => duplicate(path, part, isOurs(path))),
    putBytes: (key, bytes) =>
      put(key, async (part) => {
        const file = await open(part, 'wx', 0o600);
        await file.writeFile(bytes).finally(() => file.close());
      }),
    async open(key, range) {
      const file = await open(place(key)).catch(missing);
      return file.createReadStream(range);
    },
    size: async (key) => (await stat(place(key)).catch(missing)).size,
    remove: (key) => disk.delete(key),
    removeFolder: (prefix) => disk.deleteAll(prefix),
    async *list(folder) {
      const names = await readdir(place(folder)).catch(() => []);
      for (let from = 0; from < names.length; from += listed) yield names.slice(from, from + listed);
    },
    hasChangedSince: async () => false,
    async *keys() {
      for (const top of await readdir(root, { withFileTypes: true })) {
        if (!top.isDirectory() || top.name.startsWith('.')) continue;
        let part: string[] = [];
        for await (const entry of await opendir(join(root, top.name), { recursive: true })) {
          if (entry.isFile()) part.push(relative(root, join(entry.parentPath, entry.name)));
          if (part.length < listed) continue;
          yield part;
          part = [];
        }
        yield part;
      }
    },
    withFile: async (key, use) => {
      await stat(place(key)).catch(missing);
      return use(place(key));
    },
    async removeLeftovers() {
      for (const part of await readdir(incoming)) await rm(join(incoming, part), { force: true });
    },
    // What is half-written here is this process's alone, and gone at its next start.
    removeUnfinished: async () => undefined,
    async freeBytes() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
  };
}

async function duplicate(path: string, to: string, byName: boolean): Promise<void> {
  const copy = () => copyFile(path, to, constants.COPYFILE_FICLONE);
  return byName ? link(path, to).catch(copy) : copy();
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function missing(error: unknown): never {
  throw codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? refuse.notFound() : error;
}

/** A disk that is full or out of order is a refusal, not a fault of the program. */
function asRefusal(error: unknown): unknown {
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error))) return refuse.storageFull();
  return /^(EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/.test(codeOf(error)) ? refuse.unavailable() : error;
}
